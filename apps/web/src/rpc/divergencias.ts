import { BADGE_POLL_MS, PERIODO_DIVERGENCIAS_DIAS } from "@malote/contract";
import { diaInZona } from "@malote/syntax";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useZona } from "./atual.ts";
import { call } from "./call.ts";
import type { Papel } from "./queries.ts";

/** Shortest and longest polling interval of the notas page (spec §9: "32 s to 320 s"). */
const NOTAS_MIN_MS = 32_000;
const NOTAS_MAX_MS = 320_000;
const DAY_MS = 86_400_000;
/** The week has no end in the list; here it ends far enough ahead for a browser clock that is late. */
const FOLGA_DIAS = 30;

/** Where the count is shown: on the notas page, or elsewhere. */
export type Tela = "notas" | "geral";

/** A count, and the number of the reading at which it last changed. */
export type Contagem = { total: number; leitura: number; mudouNa: number };

/** The count after one more reading. */
export function addLeitura(antes: Contagem | undefined, total: number): Contagem {
  if (!antes) return { total, leitura: 0, mudouNa: 0 };
  const leitura = antes.leitura + 1;
  return { total, leitura, mudouNa: total === antes.total ? antes.mudouNa : leitura };
}

/**
 * How soon the divergences are counted again. On the notas page the interval doubles while the count does
 * not change.
 * @param abertaNa number of the reading at which that page was opened
 */
export function nextLeituraMs(tela: Tela, contagem: Contagem | undefined, abertaNa = 0): number {
  if (tela === "geral") return BADGE_POLL_MS;
  if (!contagem) return NOTAS_MIN_MS;
  const iguais = contagem.leitura - Math.max(contagem.mudouNa, abertaNa);
  return Math.min(NOTAS_MAX_MS, NOTAS_MIN_MS * 2 ** Math.max(0, iguais));
}

/** The period of the divergences, in the conta's zone: the default of their list (spec §9). */
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
 * Counts the received documents of the week whose SEFAZ status differs from their own; undefined until
 * known.
 * A hidden tab does not poll. isError: the count failed.
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
