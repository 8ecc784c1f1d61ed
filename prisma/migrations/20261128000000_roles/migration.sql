-- Roles and extensions. Setup creates the same roles first: this is for the Prisma CLI alone.

-- malote_app: http and worker. malote_restrito: users who see some empresas only (docs/adr/0032).
-- malote_portaria: owner of the gatekeeper functions (apps/server/src/db/portaria), which see all contas.
DO $$
DECLARE v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['malote_app', 'malote_portaria', 'malote_restrito'] LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = v_role);
    -- Roles belong to the whole server: another database may be in preparation at the same time.
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
  -- An owner who is no superuser must be a member to give objects to malote_portaria.
  IF NOT pg_has_role(current_user, 'malote_portaria', 'SET') THEN
    GRANT malote_app, malote_portaria TO CURRENT_USER;
  END IF;
  IF NOT pg_has_role('malote_restrito', 'malote_app', 'USAGE') THEN
    BEGIN
      GRANT malote_app TO malote_restrito;
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END;
  END IF;
END $$;

GRANT USAGE ON SCHEMA public TO malote_app, malote_portaria;
-- portaria_particoes creates the partitions of documento_xml: their owner is the table's.
GRANT CREATE ON SCHEMA public TO malote_portaria;

-- Trigrams search names; btree_gin puts conta_id into the same GIN index as names and words.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
