// How long Auth.logar takes to refuse over HTTP: the time must not reveal whether a conta or user exists.
// `npm run bench -- entrada [TIMES]`
import { setTimeout as sleep } from "node:timers/promises";
import { verifySenha } from "../src/secrets/senha.ts";
import type { Entrada, Wire } from "../tests/wire.ts";
import { createWire, signIn } from "../tests/wire.ts";

const AQUECE = 10;
/** Longer than the longest delay of the throttle. */
const ESPERA_MS = 61 * 60_000;
/** Writes that follow an answer end within this time, before the next measurement, in ms. */
const SOSSEGO_MS = 15;
const ERRADA = "errada123";

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const vezes = Number(process.argv[2] ?? 500);
const wire = await createWire();
try {
  const entradas = await listEntradas(wire);
  await verifySenha(null, "aquece");
  for (let n = 0; n < AQUECE; n += 1) for (const entrada of entradas.values()) await time(wire, entrada);
  const tempos = new Map([...entradas.keys()].map((nome) => [nome, [] as number[]]));
  for (let n = 0; n < vezes; n += 1) {
    for (const [nome, entrada] of entradas) tempos.get(nome)?.push(await time(wire, entrada));
  }
  const [reference = ["", []], ...others] = tempos;
  for (const [nome, ms] of others) report(nome, medianOf(ms), medianOf(reference[1]));
} finally {
  await wire.dispose();
}
process.disconnect?.();

/** The first entry is the reference of the others. */
async function listEntradas({ createConta, createUsuario, asOwner }: Wire): Promise<Map<string, Entrada>> {
  const { contaId, identificador } = await createConta();
  await createUsuario(contaId, { nomeUsuario: "ana" });
  await createUsuario(contaId, { nomeUsuario: "inativa", ativo: false });
  const { usuarioId } = await createUsuario(contaId, { nomeUsuario: "dupla" });
  await asOwner("UPDATE usuario SET totp_desde = now(), totp_selado = '\\x00' WHERE id = $1", [usuarioId]);
  const of = (nomeUsuario: string, conta = identificador): Entrada => ({
    identificador: conta,
    nomeUsuario,
    senha: ERRADA,
  });
  return new Map([
    ["conta desconhecida", of("ana", "ninguem")],
    ["usuário desconhecido", of("ninguem")],
    ["senha errada", of("ana")],
    ["senha errada de quem está inativo", of("inativa")],
    ["senha errada de quem tem segundo fator", of("dupla")],
  ]);
}

async function time(wire: Wire, entrada: Entrada): Promise<number> {
  wire.clock.advance(ESPERA_MS);
  await sleep(SOSSEGO_MS);
  const started = performance.now();
  const body = await (await signIn(wire, entrada)).text();
  const ms = performance.now() - started;
  if (!body.includes("não conferem")) throw new Error(`no refusal: ${body}`);
  return ms;
}

function medianOf(ms: readonly number[]): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)] ?? Number.NaN;
}

function report(nome: string, nosso: number, valor: number): void {
  const medida = {
    nome: `recusa, mediana de ${vezes}: ${nome}`,
    unidade: "ms",
    nosso,
    referencia: { nome: "conta desconhecida", valor },
  };
  process.send?.({ medida });
}
