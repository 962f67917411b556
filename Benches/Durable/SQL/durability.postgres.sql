-- How safely commits are made: said by the engine, so that the table cannot claim what was not so.
SELECT 'fsync=' || current_setting('fsync') || ', synchronous_commit=' || current_setting('synchronous_commit') AS level;
