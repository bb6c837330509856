-- A line of a document can be a product, and its sale takes the pieces off the shelf.
-- Earlier versions go on: they sell no products. The totals that they show include products, whose names they leave out.
alter table document_lines
  add column product_id uuid,
  add column category_id uuid,
  -- What one piece cost the clinic when it was sold; null if that was not known.
  add column unit_cost_centavos bigint,
  drop constraint document_lines__kind,
  add constraint document_lines__kind check (
    case kind
      when 'service' then service_id is not null and treatment_id is not null and treatment_name is not null
        and add_on_id is null and parent_position is null and product_id is null and category_id is null
      when 'add_on' then add_on_id is not null and parent_position is not null and parent_position < position
        and service_id is null and treatment_id is null and treatment_name is null and product_id is null
        and category_id is null
      -- The name of the category is in the column of the treatment's name.
      when 'product' then product_id is not null and category_id is not null and treatment_name is not null
        and service_id is null and treatment_id is null and add_on_id is null and parent_position is null
      else false
    end
  ),
  add constraint document_lines__unit_cost check (
    unit_cost_centavos is null or kind = 'product' and unit_cost_centavos >= 0
  );

-- The sale that took pieces off the shelf, or whose void or refund put them back.
alter table stock_movements
  add column sale_id uuid references documents deferrable initially deferred,
  add constraint stock_movements__sale check (sale_id is null or kind in ('sale', 'return'));
create index stock_movements__of_sale on stock_movements (sale_id) where sale_id is not null;
