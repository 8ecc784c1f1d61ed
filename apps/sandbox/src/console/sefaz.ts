import { type Express, json, type RequestHandler } from "express";
import type { Relogio } from "../clock.ts";
import { FALHAS_SEFAZ, type RegraFalha } from "../sefaz/falhas.ts";
import { situacaoOf } from "../sefaz/registro.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import { isServico } from "../sefaz/servicos.ts";
import { readField, refuse } from "./pedido.ts";

type Mundo = { sefaz: Sefaz; clock: Relogio };

const ULTIMAS = 8;
const HOUR_MS = 3_600_000;
const HORAS_MAX = 24 * 366;
const REGRAS_MAX = 20;
const PULO_MAX = 10_000;
const SEMENTE_MAX = 0xff_ff_ff_ff;

/** The SEFAZ routes of the console. */
export function addRotasSefaz(app: Express, mundo: Mundo): void {
  app.post("/sefaz/falha", json(), setFalha(mundo));
  app.post("/sefaz/falhas", json(), setFalhas(mundo));
  app.post("/sefaz/perdoar", (_request, response) => {
    mundo.sefaz.pardon();
    response.json({ bloqueios: [] });
  });
  app.post("/sefaz/fila", json(), spoilFila(mundo));
  app.get("/sefaz/perguntas/:assunto", listPerguntas(mundo));
}

/** The SEFAZ state that the console shows. */
export function describeSefaz({ sefaz, clock }: Mundo) {
  const notas = sefaz.livro.list();
  const agora = clock.now();
  return {
    url: sefaz.url,
    falha: sefaz.falha,
    falhas: FALHAS_SEFAZ,
    misturas: sefaz.falhas.map(({ de, ate, ...regra }) => ({
      ...regra,
      de: de?.toISOString() ?? null,
      ate: ate?.toISOString() ?? null,
    })),
    confereAssinatura: sefaz.confereAssinatura,
    contadores: sefaz.contadores.read(),
    bloqueios: sefaz.bloqueios,
    filas: sefaz.livro.filas().list(),
    livro: {
      notas: notas.length,
      canceladas: notas.filter((nota) => situacaoOf(nota, agora) === "cancelada").length,
    },
    ultimas: notas
      .slice(-ULTIMAS)
      .reverse()
      .map((nota) => ({ chaveAcesso: nota.protocolo.chaveAcesso, situacao: situacaoOf(nota, agora) })),
  };
}

function setFalha({ sefaz }: Mundo): RequestHandler {
  return (request, response) => {
    const falha = FALHAS_SEFAZ.find((candidate) => candidate === readField(request.body, "falha"));
    if (!falha) return refuse(response, 400, "Esta falha não existe.");
    sefaz.setFalha(falha);
    response.json({ falha });
  };
}

/**
 * `{ regras: [{ quais, proporcao?, semente?, autorizador?, servico?, horas? }] }`: replaces the
 * earlier rules.
 */
function setFalhas({ sefaz, clock }: Mundo): RequestHandler {
  return (request, response) => {
    const asked = readField(request.body, "regras");
    if (!Array.isArray(asked) || asked.length > REGRAS_MAX)
      return refuse(response, 400, `Informe em regras até ${REGRAS_MAX} misturas de falhas ([] desliga).`);
    const regras = asked.map((regra: unknown) => readRegra(regra, clock.now()));
    const right = regras.filter((regra) => regra !== null);
    if (right.length < regras.length)
      return refuse(
        response,
        400,
        "Uma das misturas tem uma falha que não existe ou um número fora dos limites.",
      );
    sefaz.setFalhas(right);
    response.json({ misturas: right.length });
  };
}

function readRegra(value: unknown, agora: Date): RegraFalha | null {
  const quais = readQuais(readField(value, "quais"));
  const proporcao = readField(value, "proporcao") ?? 1;
  const semente = readField(value, "semente") ?? 1;
  const horas = readField(value, "horas");
  const servico = readField(value, "servico");
  const autorizador = readField(value, "autorizador");
  if (!quais || !isWithin(proporcao, { min: 0, max: 1 }) || !isWithin(semente, { min: 0, max: SEMENTE_MAX }))
    return null;
  if (horas !== undefined && !isWithin(horas, { min: 0, max: HORAS_MAX })) return null;
  if (servico !== undefined && !(typeof servico === "string" && isServico(servico))) return null;
  if (autorizador !== undefined && typeof autorizador !== "string") return null;
  const ate = horas === undefined ? {} : { de: agora, ate: new Date(agora.getTime() + horas * HOUR_MS) };
  return {
    quais,
    proporcao,
    semente,
    ...(servico && { servico }),
    ...(autorizador && { autorizador }),
    ...ate,
  };
}

function readQuais(value: unknown): RegraFalha["quais"] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const known = value.flatMap((name: unknown) => FALHAS_SEFAZ.find((falha) => falha === name) ?? []);
  const playable = known.filter((falha) => falha !== "nenhuma");
  return playable.length === value.length ? playable : null;
}

function isWithin(value: unknown, { min, max }: { min: number; max: number }): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

/**
 * `{ distribuidor, interessado }` with `pular` (skips that many numbers) or `quebrar` (damages one
 * docZip).
 */
function spoilFila({ sefaz }: Mundo): RequestHandler {
  return (request, response) => {
    const distribuidor = readField(request.body, "distribuidor");
    const interessado = readField(request.body, "interessado");
    const pular = readField(request.body, "pular");
    const quebrar = readField(request.body, "quebrar");
    if ((distribuidor !== "NFe" && distribuidor !== "CTe") || typeof interessado !== "string")
      return refuse(response, 400, "Informe o distribuidor (NFe ou CTe) e o CNPJ interessado.");
    const dono = { distribuidor, interessado } as const;
    if (Number.isInteger(pular) && isWithin(pular, { min: 1, max: PULO_MAX }))
      sefaz.livro.skipNsu(dono, pular);
    else if (typeof quebrar === "number") {
      if (!sefaz.livro.filas().breakZip(dono, quebrar))
        return refuse(response, 404, "A fila não tem documento com este NSU.");
    } else
      return refuse(response, 400, "Informe em pular quantos NSU pular, ou em quebrar qual NSU quebrar.");
    response.json({ maxNsu: sefaz.livro.filas().maxNsu(dono) });
  };
}

function listPerguntas({ sefaz }: Mundo): RequestHandler<{ assunto: string }> {
  return (request, response) => {
    response.json({ perguntas: sefaz.contadores.perguntas(request.params.assunto) });
  };
}
