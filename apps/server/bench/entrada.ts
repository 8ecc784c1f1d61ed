// How long Auth.logar takes to refuse over HTTP: the time must not reveal whether a conta or user exists.
// `npm run bench -- entrada [TIMES]`
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import { verifyPassword } from "../src/secrets/password.ts";
import type { Credentials, Wire } from "../tests/setup/wire.ts";
import { createWire, signIn } from "../tests/setup/wire.ts";

const WARM_UP = 10;
/** Longer than the longest delay of the throttle. */
const DELAY_MS = 61 * MINUTE_MS;
/** Writes that follow an answer end within this time, before the next measurement, in ms. */
const SETTLE_MS = 15;
const WRONG_SENHA = "errada123";

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const times = Number(process.argv[2] ?? 500);
const wire = await createWire();
try {
  const attempts = await listAttempts(wire);
  await verifyPassword(null, "aquece");
  for (let n = 0; n < WARM_UP; n += 1) for (const attempt of attempts.values()) await time(wire, attempt);
  const durations = new Map([...attempts.keys()].map((nome) => [nome, [] as number[]]));
  for (let n = 0; n < times; n += 1) {
    for (const [nome, attempt] of attempts) durations.get(nome)?.push(await time(wire, attempt));
  }
  const [reference = ["", []], ...others] = durations;
  for (const [nome, ms] of others) report(nome, medianOf(ms), medianOf(reference[1]));
} finally {
  await wire.dispose();
}
process.disconnect?.();

/** The first entry is the reference of the others. */
async function listAttempts({
  createConta,
  createUsuario,
  asOwner,
}: Wire): Promise<Map<string, Credentials>> {
  const { contaId, identificador } = await createConta();
  await createUsuario(contaId, { nomeUsuario: "ana" });
  await createUsuario(contaId, { nomeUsuario: "inativa", ativo: false });
  const { usuarioId } = await createUsuario(contaId, { nomeUsuario: "dupla" });
  await asOwner("UPDATE usuario SET totp_desde = now(), totp_selado = '\\x00' WHERE id = $1", [usuarioId]);
  const of = (nomeUsuario: string, conta = identificador): Credentials => ({
    identificador: conta,
    nomeUsuario,
    senha: WRONG_SENHA,
  });
  return new Map([
    ["conta desconhecida", of("ana", "ninguem")],
    ["usuário desconhecido", of("ninguem")],
    ["senha errada", of("ana")],
    ["senha errada de quem está inativo", of("inativa")],
    ["senha errada de quem tem segundo fator", of("dupla")],
  ]);
}

async function time(wire: Wire, attempt: Credentials): Promise<number> {
  wire.clock.advance(DELAY_MS);
  await sleep(SETTLE_MS);
  const started = performance.now();
  const body = await (await signIn(wire, attempt)).text();
  const ms = performance.now() - started;
  if (!body.includes("não conferem")) throw new Error(`no refusal: ${body}`);
  return ms;
}

function medianOf(ms: readonly number[]): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)] ?? Number.NaN;
}

function report(nome: string, nosso: number, valor: number): void {
  const medida = {
    nome: `recusa, mediana de ${times}: ${nome}`,
    unidade: "ms",
    nosso,
    referencia: { nome: "conta desconhecida", valor },
  };
  process.send?.({ medida });
}
