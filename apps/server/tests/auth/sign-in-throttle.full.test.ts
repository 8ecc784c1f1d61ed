import { formatMessage, MESSAGES } from "@malote/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Refusal } from "../../src/errors.ts";
import { CLEANUP_JOBS } from "../../src/jobs/cleanup/start-cleanup.ts";
import { deriveKey } from "../../src/secrets/derive-key.ts";
import { countHashes, verifyPassword } from "../../src/secrets/password.ts";
import { listThrottles, throttlesOf } from "../../src/services/auth/throttle.rules.ts";
import { countSignIn, forgiveSignIn } from "../../src/services/auth/throttle-sign-in.ts";
import type { PublicContext } from "../../src/services/handler.ts";
import { authMethods } from "../../src/services/sign-in/auth.methods.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { TEST_SENHA } from "../setup/factories.ts";

const SENHA = TEST_SENHA;
const WRONG_SENHA = "errada123";
const HOME_IP = "198.51.100.7";

const GUESSES = 10_000;
const MAX_A_DAY = 100;

/** The test password hashed at the lowest cost: the tests count how often it is compared, not how
 * long that takes. */
const CHEAP_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$3LZhoABIc2BRKxZ4XE9Lyw$fQpyFOx7lvxZd2Ah5NllxIak0fYIMiE/EMKY+qi+QMI";

const UNKNOWN_USER = { identificador: "ninguem", nomeUsuario: "ninguem" };

type UserKey = { identificador: string; nomeUsuario: string };
type Attempt = UserKey & { senha: string; ip: string; codigo?: string };

let t: TestContext;

beforeAll(async () => {
  t = await createTestContext();
  await verifyPassword(null, "aquece");
});
afterEach(() => {
  vi.restoreAllMocks();
  t.clock.release();
});
afterAll(() => t.dispose());

function visitFrom(ip: string): PublicContext {
  const visit = {
    requestId: "r",
    ip,
    isPost: true,
    userAgent: null,
    fileToken: null,
    setFileToken: () => {},
  };
  return { ...t.ctx, visit };
}

/** The refusal sentence; null after a successful sign-in. */
async function tryToEnter({ ip, ...credentials }: Attempt): Promise<string | null> {
  try {
    await authMethods["Auth.logar"](visitFrom(ip), credentials);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function createUser(nomeUsuario = "ana"): Promise<UserKey & { contaId: string; usuarioId: string }> {
  const { contaId, identificador } = await t.createConta();
  const { usuarioId } = await t.createUsuario(contaId, { nomeUsuario });
  return { contaId, identificador, nomeUsuario, usuarioId };
}

/** A user whose password is cheap to compare. */
async function createTarget(nomeUsuario = "ana"): Promise<Awaited<ReturnType<typeof createUser>>> {
  const user = await createUser(nomeUsuario);
  await t.asOwner("UPDATE usuario SET senha_hash = $2 WHERE id = $1", [user.usuarioId, CHEAP_HASH]);
  return user;
}

/** Many such users in one conta. */
async function createTargets(count: number): Promise<UserKey[]> {
  const { contaId, identificador } = await t.createConta();
  await t.asOwner(
    `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, senha_hash, ativado)
     SELECT $1, gen_random_uuid(), 'U', 'u' || n, 'U', 'u@exemplo.test', $2, true FROM generate_series(0, $3 - 1) n`,
    [contaId, CHEAP_HASH, count],
  );
  return Array.from({ length: count }, (_, n) => ({ identificador, nomeUsuario: `u${n}` }));
}

type Guess = UserKey & { ip: string };

/** Counts guesses spread evenly over a time, in one statement, as the throttle counts ten thousand
 * of them.
 * @returns how many pass the throttle, which is how many reach the hash */
async function countPassedGuesses(
  guess: (n: number) => Guess,
  guesses = GUESSES,
  ms = DAY_MS,
): Promise<number> {
  const chave = deriveKey(t.config.chave, "entrada/freio");
  const from = t.clock.now().getTime();
  const counted = Array.from({ length: guesses }, (_, n) => {
    const { ip, ...credentials } = guess(n);
    const now = new Date(from + (ms / guesses) * n);
    return { ...listThrottles(throttlesOf({ entrada: credentials, ip }, chave)), agora: now };
  });
  const rows = counted.map(({ conhecida, dentro, fora, agora: now }) => {
    const chaves = (throttles: typeof fora): string[] => throttles.map((throttle) => throttle.chave);
    return { conhecida, dentro: chaves(dentro), fora: chaves(fora), agora: now };
  });
  const freeAttempts = (throttles: { livres: number }[] = []): number[] =>
    throttles.map((throttle) => throttle.livres);
  const [row] = await t.asOwner<{ n: number }>(
    `SELECT count(*) FILTER (WHERE c.livre_em IS NULL)::integer AS n
     FROM jsonb_to_recordset($1) AS g (conhecida text, dentro text[], fora text[], agora timestamptz),
       LATERAL portaria_freio_conta(g.conhecida, g.dentro, $2, g.fora, $3, g.agora) c`,
    [JSON.stringify(rows), freeAttempts(counted[0]?.dentro), freeAttempts(counted[0]?.fora)],
  );
  t.clock.advance(ms);
  return row?.n ?? 0;
}

const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

test("only the guesses that pass the throttle reach the password hash", async () => {
  const { identificador, nomeUsuario } = await createTarget();
  const [guesses, ms] = [120, 2 * HOUR_MS];
  t.clock.hold();
  const counted = await countPassedGuesses(() => ({ ...UNKNOWN_USER, ip: "203.0.113.40" }), guesses, ms);
  const from = countHashes();
  for (let n = 0; n < guesses; n += 1) {
    await tryToEnter({ identificador, nomeUsuario, senha: WRONG_SENHA, ip: "203.0.113.41" });
    t.clock.advance(ms / guesses);
  }
  // A guess just at the end of a wait may pass or not, depending on milliseconds.
  expect(countHashes() - from).toBeGreaterThan(10);
  expect(Math.abs(countHashes() - from - counted)).toBeLessThanOrEqual(1);
});

test("of 10 000 guesses a day from one address at one account, at most 35 reach the hash", async () => {
  const target = { ...(await createTarget()), ip: "203.0.113.1" };
  const read = await countPassedGuesses(() => target);
  expect(read).toBeGreaterThan(30);
  expect(read).toBeLessThanOrEqual(35);
  await tryToEnter({ ...target, senha: WRONG_SENHA });
  expect(await tryToEnter({ ...target, senha: SENHA })).toMatch(/^Muitas tentativas/);
});

test("of 10 000 guesses a day from as many addresses at one account, at most 40 reach the hash; a known network and a link by e-mail still work", async () => {
  const { identificador, nomeUsuario } = await createTarget();
  const target = { identificador, nomeUsuario };
  expect(await tryToEnter({ ...target, senha: SENHA, ip: HOME_IP })).toBeNull();
  const read = await countPassedGuesses((n) => ({ ...target, ip: addressOf(n) }));
  expect(read).toBeGreaterThan(35);
  expect(read).toBeLessThanOrEqual(40);
  expect(read).toBeLessThanOrEqual(MAX_A_DAY);
  await tryToEnter({ ...target, senha: WRONG_SENHA, ip: addressOf(GUESSES) });
  expect(await tryToEnter({ ...target, senha: SENHA, ip: HOME_IP })).toBeNull();
  const away = "192.0.2.44";
  expect(await tryToEnter({ ...target, senha: SENHA, ip: away })).toMatch(/^Muitas tentativas/);
  await forgiveSignIn(visitFrom(away), target);
  expect(await tryToEnter({ ...target, senha: SENHA, ip: away })).toBeNull();
});

test("of 10 000 guesses a day from one address at thousands of accounts, at most 70 reach the hash", async () => {
  const ip = "203.0.113.3";
  const read = await countPassedGuesses((n) => ({ ...UNKNOWN_USER, nomeUsuario: `u${n % 2_000}`, ip }));
  expect(read).toBeGreaterThan(60);
  expect(read).toBeLessThanOrEqual(70);
  const target = await createTarget();
  await tryToEnter({ ...target, senha: WRONG_SENHA, ip });
  expect(await tryToEnter({ ...target, senha: SENHA, ip })).toMatch(/^Muitas tentativas/);
});

test("of 1 500 guesses a day from as many networks of one IPv6 /48, at most 670 reach the hash", async () => {
  const ofSite = (n: number): string => `2001:db8:77:${n.toString(16)}::1`;
  const read = await countPassedGuesses(
    (n) => ({ ...UNKNOWN_USER, nomeUsuario: `v${n}`, ip: ofSite(n) }),
    1_500,
  );
  expect(read).toBeGreaterThan(640);
  expect(read).toBeLessThanOrEqual(670);
});

test("of 500 guesses a day from one subscriber's /56, at most 190 reach the hash, and its neighbours can sign in", async () => {
  const ofSubscriber = (n: number): string => `2001:db8:78:${(n % 256).toString(16)}::1`;
  const read = await countPassedGuesses(
    (n) => ({ ...UNKNOWN_USER, nomeUsuario: `w${n}`, ip: ofSubscriber(n) }),
    500,
  );
  expect(read).toBeGreaterThan(150);
  expect(read).toBeLessThanOrEqual(190);
  await expect(countSignIn(visitFrom("2001:db8:78:100::1"), UNKNOWN_USER)).resolves.toBeDefined();
});

test("of 10 000 guesses a day at hundreds of users from their common address, at most 100 reach the hash", async () => {
  const ip = "203.0.113.4";
  const colleagues = Array.from({ length: 300 }, (_, n) => ({ ...UNKNOWN_USER, nomeUsuario: `colega${n}` }));
  await Promise.all(colleagues.map((colleague) => forgiveSignIn(visitFrom(ip), colleague)));
  const read = await countPassedGuesses((n) => ({
    ...(colleagues[n % colleagues.length] ?? UNKNOWN_USER),
    ip,
  }));
  expect(read).toBeGreaterThan(90);
  expect(read).toBeLessThanOrEqual(MAX_A_DAY);
});

test("a successful sign-in gives its failures back to the network, so a shared office is not locked out", async () => {
  const visit = visitFrom("203.0.113.5");
  const colleagues = Array.from({ length: 12 }, (_, n) => ({ ...UNKNOWN_USER, nomeUsuario: `vizinha${n}` }));
  for (const user of colleagues) await forgiveSignIn(visit, user);
  const day = async (): Promise<void> => {
    for (const user of colleagues) {
      for (let n = 0; n < 5; n += 1) await countSignIn(visit, user);
      await (await countSignIn(visit, user)).forgive();
    }
  };
  for (let n = 0; n < 3; n += 1) await day();
  // Up to nine failures of one user may stay; a link by e-mail gives those back too.
  const [ana, ...others] = colleagues;
  for (const user of others.slice(0, 7)) for (let n = 0; n < 9; n += 1) await countSignIn(visit, user);
  for (let n = 0; n < 7; n += 1) await countSignIn(visit, ana ?? UNKNOWN_USER);
  await expect(countSignIn(visit, others[8] ?? UNKNOWN_USER)).rejects.toThrow(/^Muitas tentativas/);
  await forgiveSignIn(visit, ana ?? UNKNOWN_USER);
  await countSignIn(visit, others[8] ?? UNKNOWN_USER);
});

test("an unknown user name is throttled as soon as a known one", async () => {
  const target = await createTarget();
  const attempts = async (who: UserKey, ip: string): Promise<(string | null)[]> => {
    const answers: (string | null)[] = [];
    for (let n = 0; n < 7; n += 1) answers.push(await tryToEnter({ ...who, senha: WRONG_SENHA, ip }));
    return answers;
  };
  const known = await attempts(target, "203.0.113.11");
  expect(known).toEqual(await attempts({ identificador: "ninguem", nomeUsuario: "ana" }, "203.0.113.12"));
  expect(known).toEqual(
    await attempts({ identificador: target.identificador, nomeUsuario: "ninguem" }, "203.0.113.13"),
  );
  expect(known.filter((sentence) => sentence === MESSAGES.credenciaisInvalidas)).toHaveLength(5);
});

test("every refused sign-in runs the same statements, compares one hash and gets one answer, whatever its cause", async () => {
  const ana = await createUser();
  const inactive = await createUser();
  await t.asOwner("UPDATE usuario SET ativo = false WHERE id = $1", [inactive.usuarioId]);
  const invited = await createUser();
  await t.asOwner("UPDATE usuario SET ativado = false WHERE id = $1", [invited.usuarioId]);
  const withSecondFactor = await createUser();
  await t.asOwner("UPDATE usuario SET totp_desde = now(), totp_selado = '\\x00' WHERE id = $1", [
    withSecondFactor.usuarioId,
  ]);
  const reference = await watchRefusal({ identificador: "ninguem", nomeUsuario: "ana" }, "203.0.113.20");
  expect(reference).toMatchObject({ hashes: 1, said: MESSAGES.credenciaisInvalidas });
  expect(reference.statements.length).toBeGreaterThan(4);
  for (const [n, who] of [
    { ...ana, nomeUsuario: "ninguem" },
    ana,
    inactive,
    invited,
    withSecondFactor,
  ].entries()) {
    expect(await watchRefusal(who, `203.0.113.${21 + n}`)).toEqual(reference);
  }
});

/** The statements that one refusal runs before its answer, and how many passwords it compares. */
async function watchRefusal(
  { identificador, nomeUsuario }: UserKey,
  ip: string,
): Promise<{ said: string | null; hashes: number; statements: string[] }> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [what] = args as [string | { text?: string }];
    sent.push((typeof what === "string" ? what : (what.text ?? "")).replace(/\s+/g, " "));
    return (query as (...all: unknown[]) => never).apply(this, args);
  });
  const from = countHashes();
  const sentence = await tryToEnter({ identificador, nomeUsuario, senha: WRONG_SENHA, ip });
  const hashes = countHashes() - from;
  // The registro of the conta is written after the answer.
  await expect.poll(() => sent.filter((text) => text === "COMMIT").length).toBe(2);
  vi.restoreAllMocks();
  return { said: sentence, hashes, statements: sent.slice(0, sent.lastIndexOf("BEGIN")) };
}

test("the wait doubles from a minute to an hour, and the answer says how long", async () => {
  const target = { ...(await createTarget()), ip: "203.0.113.30" };
  for (let n = 0; n < 5; n += 1) {
    expect(await tryToEnter({ ...target, senha: WRONG_SENHA })).toBe(MESSAGES.credenciaisInvalidas);
  }
  for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
    for (let n = 0; n < 2; n += 1) {
      expect(await tryToEnter({ ...target, senha: SENHA })).toBe(
        formatMessage("muitasTentativas", { minutos: minutes }),
      );
    }
    t.clock.advance(minutes * MINUTE_MS);
    expect(await tryToEnter({ ...target, senha: WRONG_SENHA })).toBe(MESSAGES.credenciaisInvalidas);
  }
  t.clock.advance(HOUR_MS);
  expect(await tryToEnter({ ...target, senha: SENHA })).toBeNull();
});

test("a successful sign-in resets the user's count and returns that user's failures to the network", async () => {
  const ip = "203.0.113.31";
  const ana = { ...(await createTarget()), ip };
  for (let n = 0; n < 4; n += 1) await tryToEnter({ ...ana, senha: WRONG_SENHA });
  const others = await createTargets(39);
  for (const other of others.slice(0, 35)) await tryToEnter({ ...other, senha: WRONG_SENHA, ip });
  expect(await tryToEnter({ ...ana, senha: SENHA })).toBeNull();
  // Signing in rehashed the password; the rest of the test only counts.
  await t.asOwner("UPDATE usuario SET senha_hash = $2 WHERE id = $1", [ana.usuarioId, CHEAP_HASH]);
  // 35 of the network's 40 are used; four more of ana's would exceed it if they still counted.
  for (const other of others.slice(35)) {
    expect(await tryToEnter({ ...other, senha: WRONG_SENHA, ip })).toBe(MESSAGES.credenciaisInvalidas);
  }
  for (let n = 0; n < 10; n += 1) {
    expect(await tryToEnter({ ...ana, senha: WRONG_SENHA })).toBe(MESSAGES.credenciaisInvalidas);
  }
  expect(await tryToEnter({ ...ana, senha: SENHA })).toMatch(/^Muitas tentativas/);
});

test("parallel guesses count like sequential ones", async () => {
  const target = await createTarget();
  const from = countHashes();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => tryToEnter({ ...target, senha: WRONG_SENHA, ip: "203.0.113.32" })),
  );
  expect(answers.filter((sentence) => sentence === MESSAGES.credenciaisInvalidas)).toHaveLength(5);
  expect(countHashes() - from).toBe(5);
});

test("of two simultaneous attempts, the one with the earlier clock reading is not refused", async () => {
  const target = { ...(await createTarget()), ip: "203.0.113.37" };
  const from = t.clock.now().getTime();
  t.clock.set(new Date(from + 200));
  expect(await tryToEnter({ ...target, senha: WRONG_SENHA })).toBe(MESSAGES.credenciaisInvalidas);
  t.clock.set(new Date(from));
  expect(await tryToEnter({ ...target, senha: WRONG_SENHA })).toBe(MESSAGES.credenciaisInvalidas);
});

test("failures expire after a day, and entries from a clock ahead are ignored", async () => {
  const target = { ...(await createTarget()), ip: "203.0.113.33" };
  const lockOut = async (): Promise<void> => {
    for (let n = 0; n < 6; n += 1) await tryToEnter({ ...target, senha: WRONG_SENHA });
    expect(await tryToEnter({ ...target, senha: SENHA })).toMatch(/^Muitas tentativas/);
  };
  await lockOut();
  t.clock.advance(DAY_MS + MINUTE_MS);
  for (let n = 0; n < 4; n += 1) {
    expect(await tryToEnter({ ...target, senha: WRONG_SENHA })).toBe(MESSAGES.credenciaisInvalidas);
  }
  await lockOut();
  t.clock.advance(-40 * DAY_MS);
  expect(await tryToEnter({ ...target, senha: SENHA })).toBeNull();
  t.clock.advance(40 * DAY_MS);
});

test("setting the clock back by hours keeps no user waiting for them", async () => {
  const target = { ...(await createTarget()), ip: "203.0.113.36" };
  for (let n = 0; n < 6; n += 1) await tryToEnter({ ...target, senha: WRONG_SENHA });
  expect(await tryToEnter({ ...target, senha: SENHA })).toMatch(/^Muitas tentativas/);
  t.clock.advance(-3 * HOUR_MS);
  expect(await tryToEnter({ ...target, senha: SENHA })).toBeNull();
  t.clock.advance(3 * HOUR_MS);
});

test("the throttle table stores neither names nor addresses, and expired rows are deleted", async () => {
  const { identificador } = await createTarget();
  const ip = "203.0.113.34";
  await tryToEnter({ identificador, nomeUsuario: "moinho-velho", senha: WRONG_SENHA, ip });
  const dump = JSON.stringify([
    await t.asOwner("SELECT * FROM entrada_freio"),
    await t.asOwner("SELECT * FROM entrada_conhecida"),
  ]);
  expect(dump).not.toMatch(/moinho-velho|203\.0\.113/);
  const sweeper = CLEANUP_JOBS.find(({ nome }) => nome === "freios da entrada");
  t.clock.advance(DAY_MS + HOUR_MS);
  await sweeper?.sweep(t.ctx);
  expect(await t.asOwner("SELECT * FROM entrada_freio")).toEqual([]);
  expect(await t.asOwner("SELECT * FROM entrada_conhecida")).not.toEqual([]);
  t.clock.advance(30 * DAY_MS);
  await sweeper?.sweep(t.ctx);
  expect(await t.asOwner("SELECT * FROM entrada_conhecida")).toEqual([]);
});

test("a hash of a lower cost is replaced at the next sign-in, and older sessions end", async () => {
  const target = await createTarget();
  expect(await tryToEnter({ ...target, senha: SENHA, ip: HOME_IP })).toBeNull();
  const [row] = await t.asOwner<{ senha_hash: string }>("SELECT senha_hash FROM usuario WHERE id = $1", [
    target.usuarioId,
  ]);
  expect(row?.senha_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await tryToEnter({ ...target, senha: SENHA, ip: HOME_IP })).toBeNull();
  expect(await t.asOwner("SELECT id FROM sessao WHERE usuario_id = $1", [target.usuarioId])).toHaveLength(2);
});

test("the registro lists each refused sign-in that passed the throttle", async () => {
  const target = { ...(await createTarget()), ip: "203.0.113.35" };
  for (let n = 0; n < 20; n += 1) await tryToEnter({ ...target, senha: WRONG_SENHA });
  t.clock.advance(MINUTE_MS);
  expect(await tryToEnter({ ...target, senha: SENHA })).toBeNull();
  const acts = () =>
    t.asOwner("SELECT acao, detalhe, usuario FROM registro WHERE conta_id = $1 ORDER BY quando, acao DESC", [
      target.contaId,
    ]);
  await expect.poll(async () => (await acts()).length).toBe(6);
  const refused = { acao: "entrada-recusada", detalhe: "203.0.113.35 senha", usuario: "Ana de Teste" };
  expect(await acts()).toEqual([
    ...Array.from({ length: 5 }, () => refused),
    { acao: "entrar", detalhe: "203.0.113.35", usuario: "Ana de Teste" },
  ]);
});
