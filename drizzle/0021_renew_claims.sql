-- A claim is renewed as long as its request runs: one that is not renewed has lost its holder.
GRANT UPDATE (created_at) ON idempotency_keys TO keepsake_app;
