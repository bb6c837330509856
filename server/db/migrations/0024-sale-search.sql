-- Sales are found by a part of their reference number and by what was paid.
create index payments__reference_search on payments using gin (reference_key gin_trgm_ops);
create index documents__total on documents (total_centavos);
