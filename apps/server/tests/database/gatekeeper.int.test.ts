import { afterAll, beforeAll, expect, test } from "vitest";
import { queryInConta } from "../setup/conta-sql.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

/**
 * All functions that can bypass row security. Before adding one, review its parameters and its
 * results.
 */
const GATEKEEPER_FUNCTIONS = [
  "portaria_abre_conta",
  "portaria_api_token",
  "portaria_armazenamento",
  "portaria_armazenamento_mede",
  "portaria_arquivos_ausentes",
  "portaria_aviso_feito",
  "portaria_avisos",
  "portaria_backup_atende",
  "portaria_backup_comeca",
  "portaria_backup_conhece",
  "portaria_backup_pede",
  "portaria_backup_pedidos",
  "portaria_backup_termina",
  "portaria_backups",
  "portaria_blobs_recentes",
  "portaria_caixas_vigiadas",
  "portaria_conta",
  "portaria_conta_abandonada",
  "portaria_conta_dominios",
  "portaria_conta_nova",
  "portaria_conta_plano",
  "portaria_contas",
  "portaria_contato_fim",
  "portaria_contato_guarda",
  "portaria_contatos_vez",
  "portaria_desafio_abre",
  "portaria_desafio_gasta",
  "portaria_emails",
  "portaria_empresas_de",
  "portaria_feed",
  "portaria_feed_epoca",
  "portaria_freio_conta",
  "portaria_freio_devolve",
  "portaria_freio_limpa",
  "portaria_freio_perdoa",
  "portaria_freio_tranca",
  "portaria_installation",
  "portaria_installation_canary",
  "portaria_installation_mark",
  "portaria_installation_orphans",
  "portaria_installation_store",
  "portaria_installation_unbind",
  "portaria_installation_write",
  "portaria_limite",
  "portaria_limpa_consultas",
  "portaria_limpa_contatos",
  "portaria_limpa_idempotencia",
  "portaria_limpa_sefaz",
  "portaria_limpa_sessoes",
  "portaria_limpa_tarefas",
  "portaria_link",
  "portaria_medidas",
  "portaria_nota_publica",
  "portaria_operador",
  "portaria_operador_alcanca",
  "portaria_operador_anota",
  "portaria_operador_atos",
  "portaria_operador_caixas",
  "portaria_operador_certificados",
  "portaria_operador_contas",
  "portaria_operador_esperas",
  "portaria_operador_falhas",
  "portaria_operador_falhas_conta",
  "portaria_operador_filas",
  "portaria_operador_pausa",
  "portaria_operador_resumo",
  "portaria_participantes",
  "portaria_particoes",
  "portaria_pausa",
  "portaria_pessoas_do_email",
  "portaria_produto",
  "portaria_sefaz_cala",
  "portaria_sefaz_chegou",
  "portaria_sefaz_pede",
  "portaria_sefaz_posicao",
  "portaria_sefaz_relogio",
  "portaria_sefaz_responde",
  "portaria_sefaz_volta",
  "portaria_selados",
  "portaria_sem_fator",
  "portaria_sessao",
  "portaria_sessao_arquivo",
  "portaria_tarefas_devolve",
  "portaria_tarefas_entrega",
  "portaria_tarefas_esperas",
  "portaria_tarefas_na_fila",
  "portaria_tarefas_perdidas",
  "portaria_tarefas_recua",
  "portaria_tarefas_renova",
  "portaria_tarefas_retoma",
  "portaria_trabalho_soma",
  "portaria_trabalho_vencido",
  "portaria_webhooks_devidos",
  "publica",
  "registra",
];

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());

test("exactly the listed functions run with more rights than their caller", async () => {
  const rows = await t.asOwner<{ nome: string }>(
    `SELECT p.proname AS nome FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY p.proname`,
  );
  expect(rows.map(({ nome }) => nome)).toEqual(GATEKEEPER_FUNCTIONS);
});

test("each gatekeeper function belongs to malote_portaria, fixes its search_path, and can be executed only by malote_app", async () => {
  const rows = await t.asOwner(
    `SELECT p.proname AS nome, pg_get_userbyid(p.proowner) AS dono,
       p.proconfig @> ARRAY['search_path=public, pg_temp'] AS fixa,
       (SELECT string_agg(CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END, ' ' ORDER BY a.grantee::regrole::text)
        FROM aclexplode(p.proacl) a) AS quem
     FROM pg_proc p WHERE p.prosecdef AND p.pronamespace = 'public'::regnamespace`,
  );
  expect(rows).toHaveLength(GATEKEEPER_FUNCTIONS.length);
  for (const row of rows) {
    expect(row).toMatchObject({ dono: "malote_portaria", fixa: true, quem: "malote_app malote_portaria" });
  }
});

test("malote_portaria cannot sign in and is neither superuser nor BYPASSRLS", async () => {
  const rows = await t.asOwner(
    "SELECT rolname, rolcanlogin, rolsuper, rolbypassrls FROM pg_roles WHERE rolname IN ('malote_app', 'malote_portaria') ORDER BY 1",
  );
  const harmless = { rolcanlogin: false, rolsuper: false, rolbypassrls: false };
  expect(rows).toEqual([
    { rolname: "malote_app", ...harmless },
    { rolname: "malote_portaria", ...harmless },
  ]);
});

test("the function publica writes only for the conta of its transaction", async () => {
  const { contaId } = await t.createConta();
  const { contaId: other } = await t.createConta();
  const publish = t.ctx.database.withConta(other, (db) =>
    queryInConta(db, "SELECT publica($1, now(), '{}', '{}', '{}', '{}', '{}')", [contaId]),
  );
  await expect(publish).rejects.toThrow(/is not the one of this transaction/);
});

test("a usage counter counts per window and is deleted after two days", async () => {
  const { gatekeeper } = t.ctx.database;
  const window = new Date("2026-01-02T10:00:00Z");
  expect(await gatekeeper.countUse("envio:a", window)).toBe(1);
  expect(await gatekeeper.countUse("envio:a", window)).toBe(2);
  await gatekeeper.countUse("envio:b", new Date("2026-01-04T10:00:00Z"));
  expect(await gatekeeper.countUse("envio:a", window)).toBe(3);
  await gatekeeper.countUse("envio:b", new Date("2026-01-04T10:00:01Z"));
  expect(await t.asOwner("SELECT chave FROM limite_uso")).toEqual([
    { chave: "envio:b" },
    { chave: "envio:b" },
  ]);
});

test("every GIN index begins with conta_id, so that searches stay inside the conta", async () => {
  const gin = await t.asOwner<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '%USING gin%'",
  );
  expect(gin.length).toBeGreaterThanOrEqual(2);
  for (const { indexdef } of gin) expect(indexdef).toContain("USING gin (conta_id, ");
});
