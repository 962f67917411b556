-- Which chapter has which place in its book.
-- → order_in_source · book · slug
SELECT c.order_in_source, b.slug AS book, c.slug
  FROM reading_content c JOIN reading_book b ON b.id = c.source_id
 WHERE c.kind = 'chapter' AND c.source_kind = 'book' AND c.order_in_source IS NOT NULL;
