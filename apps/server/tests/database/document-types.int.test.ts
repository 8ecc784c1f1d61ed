import { AUDITOR_TIPOS } from "@malote/contract";
import { DISTRIBUIDORES, MODELOS, TIPOS_DISTRIBUIDOS, TIPOS_NOTA } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());

/** Every text of the catalog that may hold a condition: it cannot import the table of document types. */
const CATALOG = `
  SELECT conname AS nome, pg_get_constraintdef(oid) AS texto FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
  UNION SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
  UNION SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'
  UNION SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION SELECT tablename || '.' || policyname, coalesce(qual, '') || coalesce(with_check, '') FROM pg_policies WHERE schemaname = 'public'
  UNION SELECT d.adrelid::regclass || '.' || d.adnum, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d
    JOIN pg_class c ON c.oid = d.adrelid AND c.relnamespace = 'public'::regnamespace`;

const WORDS: ReadonlySet<string> = new Set([
  ...AUDITOR_TIPOS,
  ...TIPOS_NOTA.flatMap((tipo) => [tipo, MODELOS[tipo].modelo]),
]);

/** The names of document types in a text, in order. */
function namesIn(texto: string): string[] {
  return [...texto.matchAll(/'(\w+)'/g)].flatMap(([, word = ""]) => (WORDS.has(word) ? [word] : []));
}

/** Each list in the database, and the same list in the table. A missing entry needs a migration. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  nota_tipo_nota_check: TIPOS_NOTA,
  auditor_tipo_check: AUDITOR_TIPOS,
  distribuicao_modelo_check: DISTRIBUIDORES,
  distribuicao_lacuna_modelo_check: DISTRIBUIDORES,
  // The bits of nota.auditoria follow this order.
  auditoria_de: AUDITOR_TIPOS,
  // What counts towards the plan: every type, unless the table says otherwise.
  publica: TIPOS_NOTA.filter((tipo) => !MODELOS[tipo].metered),
};

test("constraints, indexes and functions name exactly the document types of the table", async () => {
  const rows = await t.asOwner<{ nome: string; texto: string }>(CATALOG);
  expect(rows.length).toBeGreaterThan(100);
  const found = rows.flatMap(({ nome, texto }): [string, string[]][] => {
    const names = namesIn(texto);
    return names.length === 0 ? [] : [[nome, names]];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(LISTS).filter(([, names]) => names.length > 0)),
  );
});

test("the bits of the auditor fit into their column", () => {
  expect(AUDITOR_TIPOS.slice(0, TIPOS_DISTRIBUIDOS.length)).toEqual([...TIPOS_DISTRIBUIDOS]);
  expect(AUDITOR_TIPOS.length * 3).toBeLessThanOrEqual(15);
});
