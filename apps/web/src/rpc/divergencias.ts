import { BADGE_POLL_MS, PERIODO_DIVERGENCIAS_DIAS } from "@malote/contract";
import { diaInZona } from "@malote/syntax";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useZona } from "./atual.ts";
import { call } from "./call.ts";
import type { Papel } from "./queries.ts";

/** The notes screen asks this often at first, and at most this seldom (spec §9: "32 s to 320 s"). */
const NOTAS_MIN_MS = 32_000;
const NOTAS_MAX_MS = 320_000;
const DAY_MS = 86_400_000;
/** The week of their list has no end; here it is one that no clock of a browser falls behind. */
const FOLGA_DIAS = 30;

/** Where the count is shown: on the notes screen, or anywhere. */
export type Tela = "notas" | "geral";

/** A count, and at which reading it last changed. */
export type Contagem = { total: number; leitura: number; mudouNa: number };

/** What is known after one more reading. */
export function addLeitura(antes: Contagem | undefined, total: number): Contagem {
  if (!antes) return { total, leitura: 0, mudouNa: 0 };
  const leitura = antes.leitura + 1;
  return { total, leitura, mudouNa: total === antes.total ? antes.mudouNa : leitura };
}

/**
 * How soon the divergences are counted again. The notes screen begins near and doubles the wait while nothing changes.
 * @param abertaNa the reading at which that screen was opened
 */
export function nextLeituraMs(tela: Tela, contagem: Contagem | undefined, abertaNa = 0): number {
  if (tela === "geral") return BADGE_POLL_MS;
  if (!contagem) return NOTAS_MIN_MS;
  const iguais = contagem.leitura - Math.max(contagem.mudouNa, abertaNa);
  return Math.min(NOTAS_MAX_MS, NOTAS_MIN_MS * 2 ** Math.max(0, iguais));
}

/** The days of the divergences, in the conta's zone: what their list shows by itself (spec §9). */
export function semanaDe(zona: string, agora = new Date()): { de: string; ate: string } {
  const before = new Date(agora.getTime() - (PERIODO_DIVERGENCIAS_DIAS - 1) * DAY_MS);
  const after = new Date(agora.getTime() + FOLGA_DIAS * DAY_MS);
  return { de: diaInZona(before, zona), ate: diaInZona(after, zona) };
}

function divergenciasQuery(zona: string, entradaSaida: Papel = "E") {
  const queryKey = ["divergencias", "total", zona];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Contagem> => {
      const params = { entradaSaida, searchDateRange: semanaDe(zona) };
      const { totalCount } = await call("Nota.getNumeroDivergencias", params, signal);
      return addLeitura(client.getQueryData<Contagem>(queryKey), totalCount);
    },
  });
}

/**
 * Received documents of the week whose SEFAZ status is not what they say; undefined until known. Nothing is asked in a hidden tab.
 * isError: they could not be counted.
 */
export function useDivergencias(tela: Tela): { total: number | undefined; isError: boolean } {
  const zona = useZona();
  const query = divergenciasQuery(zona);
  const client = useQueryClient();
  const [abertaNa] = useState(() => client.getQueryData<Contagem>(query.queryKey)?.leitura ?? 0);
  const { data, isError } = useQuery({
    ...query,
    refetchInterval: ({ state }) => nextLeituraMs(tela, state.data, abertaNa),
  });
  return { total: data?.total, isError };
}
