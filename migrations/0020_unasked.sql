-- A character may write by itself.

ALTER TABLE turn DROP CONSTRAINT turn_kind_check;
ALTER TABLE turn ADD CONSTRAINT turn_kind_check
    CHECK (kind IN ('reply', 'again', 'continue', 'retry', 'impersonate', 'next', 'unasked'));
