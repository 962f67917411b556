-- How safely the writing connection commits: said by the engine, so that the table cannot claim what was not so.
SELECT CASE synchronous WHEN 2 THEN 'synchronous=FULL' WHEN 3 THEN 'synchronous=EXTRA' ELSE 'synchronous=' || synchronous END AS level
FROM pragma_synchronous;
