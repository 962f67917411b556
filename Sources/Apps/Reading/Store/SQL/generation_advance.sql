-- Moves the generation; in the transaction of the change that it announces.
UPDATE reading_generation SET generation = generation + 1;
