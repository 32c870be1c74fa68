-- Books that lie in the folder of a character come with it, in every space, without anybody binding them.

ALTER TABLE world_book ADD comes_with text;
ALTER TABLE world_book ADD CHECK (comes_with IS NULL OR builtin IS NOT NULL);
COMMENT ON COLUMN world_book.comes_with IS 'The built-in name of the character whose folder it is read from, or the plain name where the folder has no card.';
CREATE INDEX world_book_of_character ON world_book (comes_with) WHERE comes_with IS NOT NULL;
