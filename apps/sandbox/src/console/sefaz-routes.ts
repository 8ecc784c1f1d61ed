import { DISTRIBUIDORES, HOUR_MS } from "@malote/syntax";
import { type Express, json, type RequestHandler } from "express";
import type { Clock } from "../clock.ts";
import { documentStateOf } from "../sefaz/registered-documents.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import { type FaultRule, SEFAZ_FAULTS } from "../sefaz/sefaz-faults.ts";
import { isSefazService } from "../sefaz/services.ts";
import { readField, refuse } from "./request.ts";

type SefazRoutesContext = { sefaz: Sefaz; clock: Clock };

const LATEST_MAX = 8;
const HOURS_MAX = 24 * 366;
const RULES_MAX = 20;
const SKIP_MAX = 10_000;
const SEED_MAX = 0xff_ff_ff_ff;

/** The SEFAZ routes of the console. */
export function addSefazRoutes(app: Express, context: SefazRoutesContext): void {
  app.post("/sefaz/falha", json(), setFault(context));
  app.post("/sefaz/falhas", json(), setFaultRules(context));
  app.post("/sefaz/perdoar", (_request, response) => {
    context.sefaz.unblockAll();
    response.json({ bloqueios: [] });
  });
  app.post("/sefaz/fila", json(), damageQueue(context));
  app.get("/sefaz/perguntas/:assunto", listQueries(context));
}

/** The SEFAZ state that the console shows. */
export function describeSefazState({ sefaz, clock }: SefazRoutesContext) {
  const notas = sefaz.ledger.list();
  const now = clock.now();
  return {
    url: sefaz.url,
    falha: sefaz.fault,
    falhas: SEFAZ_FAULTS,
    misturas: sefaz.faults.map(({ de, ate, ...rule }) => ({
      ...rule,
      de: de?.toISOString() ?? null,
      ate: ate?.toISOString() ?? null,
    })),
    confereAssinatura: sefaz.confereAssinatura,
    contadores: sefaz.counters.read(),
    bloqueios: sefaz.blocks,
    filas: sefaz.ledger.queues().list(),
    livro: {
      notas: notas.length,
      canceladas: notas.filter((nota) => documentStateOf(nota, now) === "cancelada").length,
    },
    ultimas: notas
      .slice(-LATEST_MAX)
      .reverse()
      .map((nota) => ({ chaveAcesso: nota.protocolo.chaveAcesso, situacao: documentStateOf(nota, now) })),
  };
}

function setFault({ sefaz }: SefazRoutesContext): RequestHandler {
  return (request, response) => {
    const fault = SEFAZ_FAULTS.find((candidate) => candidate === readField(request.body, "falha"));
    if (!fault) return refuse(response, 400, "Esta falha não existe.");
    sefaz.setFault(fault);
    response.json({ falha: fault });
  };
}

/**
 * `{ regras: [{ quais, proporcao?, semente?, autorizador?, servico?, horas? }] }`: replaces the
 * earlier rules.
 */
function setFaultRules({ sefaz, clock }: SefazRoutesContext): RequestHandler {
  return (request, response) => {
    const asked = readField(request.body, "regras");
    if (!Array.isArray(asked) || asked.length > RULES_MAX)
      return refuse(response, 400, `Informe em regras até ${RULES_MAX} misturas de falhas ([] desliga).`);
    const rules = asked.map((rule: unknown) => readFaultRule(rule, clock.now()));
    const right = rules.filter((rule) => rule !== null);
    if (right.length < rules.length)
      return refuse(
        response,
        400,
        "Uma das misturas tem uma falha que não existe ou um número fora dos limites.",
      );
    sefaz.setFaultRules(right);
    response.json({ misturas: right.length });
  };
}

function readFaultRule(value: unknown, now: Date): FaultRule | null {
  const quais = readFaultNames(readField(value, "quais"));
  const proporcao = readField(value, "proporcao") ?? 1;
  const seed = readField(value, "semente") ?? 1;
  const horas = readField(value, "horas");
  const servico = readField(value, "servico");
  const autorizador = readField(value, "autorizador");
  if (!quais || !isWithin(proporcao, { min: 0, max: 1 }) || !isWithin(seed, { min: 0, max: SEED_MAX }))
    return null;
  if (horas !== undefined && !isWithin(horas, { min: 0, max: HOURS_MAX })) return null;
  if (servico !== undefined && !(typeof servico === "string" && isSefazService(servico))) return null;
  if (autorizador !== undefined && typeof autorizador !== "string") return null;
  const ate = horas === undefined ? {} : { de: now, ate: new Date(now.getTime() + horas * HOUR_MS) };
  return {
    quais,
    proporcao,
    semente: seed,
    ...(servico && { servico }),
    ...(autorizador && { autorizador }),
    ...ate,
  };
}

function readFaultNames(value: unknown): FaultRule["quais"] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const known = value.flatMap((name: unknown) => SEFAZ_FAULTS.find((fault) => fault === name) ?? []);
  const playable = known.filter((fault) => fault !== "nenhuma");
  return playable.length === value.length ? playable : null;
}

function isWithin(value: unknown, { min, max }: { min: number; max: number }): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

/**
 * `{ distribuidor, interessado }` with `pular` (skips that many numbers) or `quebrar` (damages one
 * docZip).
 */
function damageQueue({ sefaz }: SefazRoutesContext): RequestHandler {
  return (request, response) => {
    const named = readField(request.body, "distribuidor");
    const distribuidor = DISTRIBUIDORES.find((each) => each === named);
    const interessado = readField(request.body, "interessado");
    const pular = readField(request.body, "pular");
    const quebrar = readField(request.body, "quebrar");
    if (distribuidor === undefined || typeof interessado !== "string")
      return refuse(response, 400, "Informe o distribuidor (NFe ou CTe) e o CNPJ interessado.");
    const owner = { distribuidor, interessado } as const;
    if (Number.isInteger(pular) && isWithin(pular, { min: 1, max: SKIP_MAX }))
      sefaz.ledger.skipNsu(owner, pular);
    else if (typeof quebrar === "number") {
      if (!sefaz.ledger.queues().breakZip(owner, quebrar))
        return refuse(response, 404, "A fila não tem documento com este NSU.");
    } else
      return refuse(response, 400, "Informe em pular quantos NSU pular, ou em quebrar qual NSU quebrar.");
    response.json({ maxNsu: sefaz.ledger.queues().maxNsu(owner) });
  };
}

function listQueries({ sefaz }: SefazRoutesContext): RequestHandler<{ assunto: string }> {
  return (request, response) => {
    response.json({ perguntas: sefaz.counters.queries(request.params.assunto) });
  };
}
