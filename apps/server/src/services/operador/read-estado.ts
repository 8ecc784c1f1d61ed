import type { ResultOf } from "@malote/contract";
import { CERTIFICADO_AVISO_DIAS, FILA_NOMES, FILA_TIPOS } from "@malote/contract";
import type { FilaRow, Operador, Pausa } from "../../db/index.ts";
import { checkHealth } from "../../health/check-health.ts";
import { noArDesde, VERSAO } from "../../versao.ts";
import { daysLeft } from "../certificado/certificado.rules.ts";
import type { OperadorContext } from "./admit-operador.ts";
import { findCertificadosDaCasa } from "./find-certificados.ts";
import { countFalhas, toFalhaFiltro } from "./list-falhas.ts";
import { LIMITE_MS, nomeOfSituacao, RITMO_MINUTOS, situacaoOf } from "./operador.rules.ts";

const DAY_MS = 86_400_000;

/** Certificates that expire before this instant expire soon. */
export function fimDosCertificados(agora: Date): Date {
  return new Date(agora.getTime() + CERTIFICADO_AVISO_DIAS[0] * DAY_MS);
}

type Estado = ResultOf<"Operador.getEstado">["object"];

/** Reads the state of the installation at one instant: health, summary strip and queues. */
export async function readEstado(ctx: OperadorContext, quem: Operador): Promise<Estado> {
  const filtro = toFalhaFiltro(ctx, {});
  const { agora } = filtro;
  const { portaria } = ctx.database;
  const [rows, pausa, falhas, resumo, achados] = await Promise.all([
    portaria.findFilas(quem, { agora, minutos: RITMO_MINUTOS }),
    portaria.findPausa(),
    countFalhas(ctx, quem, filtro),
    portaria.findResumo(quem, fimDosCertificados(agora)),
    checkHealth(ctx),
  ]);
  const filas = writeFilas(rows, { agora, pausada: pausa !== null, falhas: falhas.porTipo });
  const atrasadas = filas.filter(({ situacao }) => situacao === "atrasada" || situacao === "parada");
  const [pior] = atrasadas.toSorted((a, b) => (b.esperaMs ?? 0) - (a.esperaMs ?? 0));
  const nossos = findCertificadosDaCasa(ctx.config).filter(
    ({ validoAte }) => validoAte <= fimDosCertificados(agora),
  );
  const fins = [resumo.certificadoFim, ...nossos.map(({ validoAte }) => validoAte)].filter(
    (fim) => fim !== null,
  );
  const fim = fins.length === 0 ? null : new Date(Math.min(...fins.map((each) => each.getTime())));
  return {
    agoraEm: agora,
    versao: VERSAO,
    noArDesde: noArDesde(),
    saudavel: achados.every(({ ok }) => ok),
    saude: achados.map(({ name, ok, detail }) => ({ verificacao: name, ok, detalhe: detail })),
    pausa: writePausa(pausa),
    faixa: {
      filasAtrasadas: atrasadas.length,
      filaMaisAtrasada: pior ? { tipo: pior.tipo, nome: pior.nome, esperaMs: pior.esperaMs ?? 0 } : null,
      falhas: falhas.total,
      falhasTentaveis: falhas.tentaveis,
      caixas: resumo.caixas,
      caixasComErro: resumo.caixasComErro,
      contasComCaixaEmErro: resumo.contasComErro,
      certificados: resumo.certificados + nossos.length,
      certificadoDias: fim && daysLeft({ validoAte: fim }, agora),
    },
    filas,
  };
}

/** Converts the pause for the screen. */
export function writePausa(pausa: Pausa | null): Estado["pausa"] {
  return {
    pausada: pausa !== null,
    pausadaDesde: pausa?.desde ?? null,
    quem: pausa?.quem ?? null,
    motivo: pausa?.motivo ?? null,
  };
}

type Sobre = { agora: Date; pausada: boolean; falhas: ReadonlyMap<string, number> };

function writeFilas(rows: readonly FilaRow[], { agora, pausada, falhas }: Sobre): Estado["filas"] {
  const known = new Map(rows.map((row) => [row.tipo, row]));
  return FILA_TIPOS.map((tipo) => {
    const { esperando = 0, desde = null, emAndamento = 0, feitas = 0 } = known.get(tipo) ?? {};
    const esperaMs = desde && Math.max(0, agora.getTime() - desde.getTime());
    const isPausada = pausada && tipo === "poll";
    const situacao = situacaoOf({ tipo, esperaMs, emAndamento, feitas, pausada: isPausada });
    return {
      ...{ tipo, nome: FILA_NOMES[tipo], esperando, esperaDesde: desde, esperaMs, emAndamento, situacao },
      porMinuto: Math.round((feitas / RITMO_MINUTOS) * 10) / 10,
      falhas: falhas.get(tipo) ?? 0,
      situacaoNome: nomeOfSituacao(situacao),
      limiteMs: LIMITE_MS[tipo],
    };
  });
}
