-- Chunks of results are stored as they come: packing them took the server longer than writing them, and held the stream up.
alter table result_chunks alter column rows set storage external;
