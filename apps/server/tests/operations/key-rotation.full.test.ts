import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runChave } from "../../src/commands/chave/run-chave.ts";
import { holdKeys, newId } from "../../src/db/index.ts";
import { createSecretBox, idOfKey } from "../../src/secrets/secret-box.ts";
import {
  type CaixaSecret,
  openCaixaSecret,
  sealCaixaSecret,
} from "../../src/services/caixa-email/caixa-secret.ts";
import { saveRotatedSecret } from "../../src/services/caixa-email/save-rotated-secret.ts";
import { refuseMissingKeys } from "../../src/services/key/refuse-missing-keys.ts";
import { resealAll } from "../../src/services/key/reseal-all.ts";
import { replaceSealed, SEALED_COLUMNS, type SealedColumn } from "../../src/services/key/sealed.rows.ts";
import { readPublicNota } from "../../src/services/nota/public-download/public-nota.ts";
import { writeTicket } from "../../src/services/nota/public-download/ticket.rules.ts";
import { openEmailData, sealEmailData } from "../../src/services/outgoing-email/seal-data.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";
import { inventChave } from "../setup/invent-notas.ts";

/** The programs that the image runs, built by scripts/test.mjs. */
const DIST = path.resolve(import.meta.dirname, "../../dist");
/** Values of one column, and the index of a value in the middle of the third batch of 50. */
const MANY = 400;
const LOCKED_INDEX = 125;

let t: TestContext;
let contaId = "";
const newKey = randomBytes(32);
beforeAll(async () => {
  t = await createTestContext();
  contaId = (await t.createConta()).contaId;
});
afterAll(() => t.dispose());

/** The same server after its operator put a new key before the old one. */
const rotatedContext = () => {
  const config = { ...t.config, chave: newKey, previousKeys: [t.config.chave] };
  return { ...t.ctx, config, secretBox: createSecretBox(newKey, config.previousKeys) };
};
const newKeyId = idOfKey(newKey);
const oldKeyId = (): string => idOfKey(t.config.chave);

/** One value in each column that may hold one, sealed as the server seals it. @returns the row id
 * that each value is bound to */
async function fillSealedColumns(): Promise<Map<SealedColumn, string>> {
  const { secretBox } = t.ctx;
  contaId = (await t.createConta()).contaId;
  const { caixaId } = await t.createCaixa(contaId);
  const { empresaId } = await t.createEmpresa(contaId);
  const { usuarioId } = await t.createUsuario(contaId);
  const [certificado, envio, webhook, tokenId] = [newId(), newId(), newId(), newId()];
  await t.asOwner(
    "INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate) VALUES ($1, $2, $3, $4, 'T', now(), now())",
    [
      ...[
        contaId,
        certificado,
        empresaId,
        secretBox.seal("pfx", { tabela: "certificado", coluna: "selado", id: certificado }),
      ],
    ],
  );
  const dados = sealEmailData({ token: "chave da carta" }, { secretBox, id: envio });
  await t.asOwner(
    "INSERT INTO envio (conta_id, id, modelo, ocasiao, para, dados, criado_em) VALUES ($1, $2, 'senha', $3, 'a@b.test', $4, now())",
    [contaId, envio, envio, JSON.stringify(dados)],
  );
  const idempotencia = `${contaId}/${tokenId}/pedido-1`;
  const corpo = secretBox.seal("resposta", { tabela: "idempotencia", coluna: "corpo", id: idempotencia });
  await t.asOwner(
    "INSERT INTO idempotencia (conta_id, portador_id, chave, dono_id, pedido, status, corpo, criada_em, expira_em) VALUES ($1, $2, 'pedido-1', $2, '', 200, $3, now(), now())",
    [contaId, tokenId, corpo],
  );
  const totp = secretBox.seal("JBSWY3DPEHPK3PXP", {
    tabela: "usuario",
    coluna: "totp_selado",
    id: usuarioId,
  });
  await t.asOwner("UPDATE usuario SET totp_selado = $2 WHERE id = $1", [usuarioId, totp]);
  const seal = (text: string) =>
    secretBox.seal(text, { tabela: "webhook", coluna: "segredo_selado", id: webhook });
  await t.asOwner(
    "INSERT INTO webhook (conta_id, id, url, descricao, segredo_selado, anterior_selado, sequencia, criado_em) VALUES ($1, $2, 'https://a.test', '', $3, $4, 0, now())",
    [contaId, webhook, seal("whsec_novo"), seal("whsec_antes")],
  );
  const ids: Record<string, string> = {
    caixa_email: caixaId,
    certificado,
    envio,
    idempotencia,
    usuario: usuarioId,
    webhook,
  };
  return new Map(SEALED_COLUMNS.map((column) => [column, ids[column.tabela] ?? ""]));
}

/** The value of every sealed column, opened with this key alone. */
async function openSealedColumns(columns: Map<SealedColumn, string>, chave: Buffer): Promise<string[]> {
  const secretBox = createSecretBox(chave);
  const opened: string[] = [];
  for (const [column, id] of columns) {
    const [row] = await t.asOwner<{ selado: Buffer }>(
      `SELECT ${column.valor} AS selado FROM ${column.tabela} WHERE ${column.id} = $1`,
      [id],
    );
    opened.push(secretBox.open(row?.selado ?? Buffer.alloc(0), { ...column.lugar, id }).toString("utf8"));
  }
  return opened;
}

const OPENED = [
  "segredo",
  "pfx",
  "chave da carta",
  "resposta",
  "JBSWY3DPEHPK3PXP",
  "whsec_novo",
  "whsec_antes",
];

/** Digests, compressed contents and pictures are not sealed. The canary belongs to no conta:
 * key-canary.ts reseals it. */
const NOT_SEALED =
  /_hash$|_gzip$|^elo$|^logo$|^pedido$|^totp_reservas$|^credencial$|^chave_publica$|^key_canary$/;

describe("the list of sealed columns", () => {
  test("the list has every column of the database that may hold a sealed value", async () => {
    const rows = await t.asOwner<{ tabela: string; coluna: string }>(
      `SELECT c.relname AS tabela, a.attname AS coluna FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
         AND (a.atttypid IN ('bytea'::regtype, 'bytea[]'::regtype) OR a.attname LIKE '%selad%')`,
    );
    const unknown = rows
      .map(({ tabela, coluna }) => `${tabela}.${coluna}`)
      .filter((name) => !SEALED_COLUMNS.some(({ tabela, coluna }) => name === `${tabela}.${coluna}`))
      .filter((name) => !NOT_SEALED.test(name.split(".")[1] ?? ""));
    // A new column belongs in SELADOS and portaria_selados, or in NAO_SELADAS when it holds no
    // secret.
    expect(unknown).toEqual([]);
  });

  test("the list is the same in the count by SQL and in the code that reseals", async () => {
    await fillSealedColumns();
    const counted = await t.ctx.database.gatekeeper.countSealed(newKeyId);
    const names = (each: { tabela: string; coluna: string }[]) =>
      each.map(({ tabela, coluna }) => `${tabela}.${coluna}`).sort();
    expect(names(counted)).toEqual(names([...SEALED_COLUMNS]));
    for (const { chave, contas } of counted)
      expect({ chave, contas }).toEqual({ chave: oldKeyId(), contas: [contaId] });
  });
});

describe("resealing under a new key", () => {
  test("a new key opens what the old key sealed; after resealing, the new key alone opens everything", async () => {
    const columns = await fillSealedColumns();
    expect(await openSealedColumns(columns, t.config.chave)).toEqual(OPENED);
    const { resealed: trocados, unopened: fechados } = await resealAll(rotatedContext());
    expect(trocados).toBeGreaterThanOrEqual(SEALED_COLUMNS.length);
    expect(fechados).toEqual([]);
    expect(await openSealedColumns(columns, newKey)).toEqual(OPENED);
    expect(await resealAll(rotatedContext())).toEqual({ resealed: 0, unopened: [] });
    const [email] = await t.asOwner<{ id: string; dados: unknown }>(
      "SELECT id, dados FROM envio ORDER BY id DESC LIMIT 1",
    );
    expect(
      openEmailData(email?.dados, { secretBox: createSecretBox(newKey), id: email?.id ?? "" }),
    ).toMatchObject({
      token: "chave da carta",
    });
  });

  test("resealing leaves values that changed meanwhile, and reports those that no key opens", async () => {
    const columns = await fillSealedColumns();
    const [[column, id] = [SEALED_COLUMNS[0], ""]] = columns;
    if (column === undefined) throw new Error("no sealed column");
    const previous = t.ctx.secretBox.seal("outro", { ...column.lugar, id });
    const stale = { lugar: column, id, antes: previous, depois: Buffer.from("x") };
    expect(await t.ctx.database.withConta(contaId, (db) => replaceSealed(db, contaId, stale))).toBe(false);
    const foreignSealed = createSecretBox(randomBytes(32)).seal("perdido", { ...column.lugar, id });
    await t.asOwner("UPDATE caixa_email SET senha_selada = $2 WHERE id = $1", [id, foreignSealed]);
    const { unopened: fechados } = await resealAll(rotatedContext());
    expect(fechados).toEqual([`caixa_email.senha_selada ${id}`]);
    await t.asOwner("UPDATE caixa_email SET senha_selada = '' WHERE id = $1", [id]);
  });

  test("resealing keeps a mailbox token that its provider replaces at the same moment", async () => {
    const { caixaId } = await t.createCaixa(contaId);
    const oldSecret: CaixaSecret = { kind: "oauth2", clientSecret: "c", refreshToken: "velho" };
    const selado = sealCaixaSecret(t.ctx.secretBox, caixaId, oldSecret);
    await t.asOwner("UPDATE caixa_email SET autenticacao = 'oauth2', senha_selada = $2 WHERE id = $1", [
      caixaId,
      selado,
    ]);
    await resealAll(rotatedContext());
    const mailboxKey = { contaId, caixaId };
    await saveRotatedSecret(rotatedContext(), mailboxKey, {
      before: { secret: oldSecret, sealed: selado },
      secret: { ...oldSecret, refreshToken: "novo" },
    });
    const [row] = await t.asOwner<{ senhaSelada: Buffer }>(
      'SELECT senha_selada AS "senhaSelada" FROM caixa_email WHERE id = $1',
      [caixaId],
    );
    const stored = {
      id: caixaId,
      autenticacao: "oauth2",
      senhaSelada: row?.senhaSelada ?? Buffer.alloc(0),
    } as const;
    expect(openCaixaSecret(createSecretBox(newKey), stored)).toMatchObject({ refreshToken: "novo" });
  });

  test("links signed with the old key stay valid until they expire", async () => {
    const chave = inventChave(1);
    const { ticket } = writeTicket(t.config.chave, { chave, now: t.ctx.clock.now() });
    const read = (ctx: typeof t.ctx) =>
      readPublicNota(ctx, "192.0.2.1", { captcha: ticket, chaveAcesso: chave, formato: "xml" });
    await expect(read(rotatedContext())).rejects.toMatchObject({ key: "downloadPublicoNaoEncontrado" });
    const withoutOldKey = { ...t.ctx, config: { ...t.config, chave: newKey } };
    await expect(read(withoutOldKey)).rejects.toMatchObject({ key: "downloadPublicoExpirado" });
  });
});

/** The environment of a process of this database. */
const envOf = (chaves: readonly Buffer[]) => ({
  PATH: process.env.PATH ?? "",
  DATABASE_APP_URL: t.config.databaseUrl,
  DATA_DIR: t.config.dataDir,
  MALOTE_KEY: chaves.map((each) => each.toString("base64")).join(","),
  LOG_LEVEL: "silent",
  PORT: "0",
});

function start(
  program: string,
  args: string[],
  chaves: readonly Buffer[],
): { child: ChildProcess; said: () => string } {
  const command = ["--enable-source-maps", path.join(DIST, program), ...args];
  const child = spawn(process.execPath, command, {
    env: envOf(chaves),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
  return { child, said: () => text };
}

/** The command as an operator types it. */
async function run(line: string[], chaves: readonly Buffer[]) {
  const output = { out: "", err: "" };
  const to = (key: keyof typeof output) => ({
    write: (text: string) => {
      output[key] += text;
      return true;
    },
  });
  const code = await runChave(line, { env: envOf(chaves), stdout: to("out"), stderr: to("err") });
  return { code, ...output };
}

async function countByKey(): Promise<Map<string, number>> {
  const counted = await t.ctx.database.gatekeeper.countSealed(newKeyId);
  const sums = new Map<string, number>();
  for (const { chave, valores } of counted) sums.set(chave, (sums.get(chave) ?? 0) + valores);
  return sums;
}

/** Locks a row until the returned function is called. */
async function lockWebhook(id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: t.ownerUrl });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM webhook WHERE id = $1 FOR UPDATE", [id]);
  return () => client.end();
}

/** Statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const text = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  return (await t.asOwner(text)).length;
}

describe("the command npm run chave", () => {
  test("the command, killed with SIGKILL in the middle, loses nothing, and its next run completes", async () => {
    await resealAll(rotatedContext());
    const ids = Array.from({ length: MANY }, newId);
    const column = { tabela: "webhook", coluna: "segredo_selado" };
    const sealedValues = ids.map((id) => t.ctx.secretBox.seal(`whsec_${id}`, { ...column, id }));
    await t.asOwner(
      `INSERT INTO webhook (conta_id, id, url, descricao, segredo_selado, sequencia, criado_em)
       SELECT $1, id, 'https://a.test', '', selado, 0, now() FROM unnest($2::uuid[], $3::bytea[]) AS x (id, selado)`,
      [contaId, ids, sealedValues],
    );
    // A row locked by another transaction stops the command in the middle of a batch.
    const release = await lockWebhook(ids[LOCKED_INDEX] ?? "");
    const { child } = start("chave.mjs", ["girar"], [newKey, t.config.chave]);
    const exited = once(child, "exit");
    await expect.poll(countWaiting, { interval: 20, timeout: 30_000 }).toBe(1);
    expect((await countByKey()).get(oldKeyId())).toBeLessThan(MANY);
    child.kill("SIGKILL");
    expect(await exited).toEqual([null, "SIGKILL"]);
    await release();
    await expect.poll(countWaiting, { interval: 20 }).toBe(0);
    expect((await countByKey()).get(oldKeyId())).toBeGreaterThan(0);
    const stored = () =>
      t.asOwner<{ id: string; selado: Buffer }>(
        "SELECT id, segredo_selado AS selado FROM webhook WHERE id = ANY ($1)",
        [ids],
      );
    for (const { id, selado } of await stored()) {
      expect(
        rotatedContext()
          .secretBox.open(selado, { ...column, id })
          .toString(),
      ).toBe(`whsec_${id}`);
    }
    expect((await run(["estado"], [newKey, t.config.chave])).out).toMatch(
      /\(antiga\): [\d.]+ valor.*rode npm run chave -- girar/,
    );
    expect(await run(["girar"], [newKey, t.config.chave])).toMatchObject({ code: 0, err: "" });
    expect((await countByKey()).get(oldKeyId())).toBeUndefined();
    for (const { id, selado } of await stored()) {
      expect(
        createSecretBox(newKey)
          .open(selado, { ...column, id })
          .toString(),
      ).toBe(`whsec_${id}`);
    }
    const { out } = await run(["estado"], [newKey, t.config.chave]);
    expect(out).toMatch(
      new RegExp(`chave ${oldKeyId()} \\(antiga\\): nenhum valor a usa. Pode ser retirada`),
    );
    expect((await run(["livres"], [newKey, t.config.chave])).out).toBe("1\n");
  }, 60_000);

  test("the command changes nothing while a running process does not know the new key", async () => {
    const { caixaId } = await t.createCaixa(contaId);
    const hide = await holdKeys(t.config.databaseUrl, [oldKeyId()], t.ctx.log);
    const refused = await run(["girar"], [newKey, t.config.chave]);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ainda não é conhecida de um processo do Malote.*reinicie o Malote com ela/),
    });
    expect((await countByKey()).get(oldKeyId())).toBe(1);
    await hide();
    const hideBoth = await holdKeys(t.config.databaseUrl, [newKeyId, oldKeyId()], t.ctx.log);
    await expect.poll(async () => (await run(["girar"], [newKey, t.config.chave])).code).toBe(0);
    await hideBoth();
    await t.asOwner("UPDATE caixa_email SET senha_selada = '' WHERE id = $1", [caixaId]);
  });

  test("the command prints its usage", async () => {
    expect(await run([], [newKey])).toMatchObject({
      code: 2,
      err: expect.stringContaining("npm run chave -- girar"),
    });
    expect(await run(["--ajuda"], [newKey])).toMatchObject({ code: 0 });
  });
});

describe("a server without a key that stored values need", () => {
  test("the server does not start, and names the key, the values and the ways out", async () => {
    const { caixaId } = await t.createCaixa(contaId);
    const { child, said: output } = start("http.mjs", [], [newKey]);
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(output()).toContain(
      `uma chave que não está em MALOTE_KEY (${oldKeyId()}): 1 senhas de caixas de e-mail`,
    );
    expect(output()).toContain(`CHAVES_PERDIDAS=${oldKeyId()}`);
    const lost = {
      ...rotatedContext(),
      config: { ...t.config, chave: newKey, lostKeys: [oldKeyId()] },
    };
    await expect(refuseMissingKeys(lost)).resolves.toBeUndefined();
    await t.asOwner("UPDATE caixa_email SET senha_selada = '' WHERE id = $1", [caixaId]);
  });

  test("a running server publishes the ids of its keys", async () => {
    const { child } = start("http.mjs", [], [newKey, t.config.chave]);
    await once(child, "message");
    const liveKeys = await t.ctx.database.gatekeeper.findLiveKeys();
    expect(liveKeys.map((chaves) => chaves.sort())).toEqual([[newKeyId, oldKeyId()].sort()]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    await expect.poll(() => t.ctx.database.gatekeeper.findLiveKeys()).toEqual([]);
  });
});
