-- The address to which a gift card is sent by e-mail; null for a card that is only printed.
alter table prepaid_accounts add column recipient_email text;
