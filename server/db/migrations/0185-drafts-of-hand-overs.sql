-- The hand-over of the tablet in which a half-filled form was saved; null for one that was saved at home. The front desk
-- hands over only what was entered on the tablet, because it may not read what clients enter at home.
alter table form_answer_drafts add column hand_over_id uuid references form_hand_overs;
