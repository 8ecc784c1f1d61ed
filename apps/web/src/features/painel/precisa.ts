import { FALHA_CAIXA, type FalhaCaixa } from "@malote/contract";
import { diaInZona, formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useDivergencias } from "../../rpc/divergencias.ts";
import { type Empresa, empresasQuery } from "../../rpc/empresas.ts";
import { maisAntigaQuery } from "../../rpc/painel.ts";
import { abertasQuery, type Caixa, caixasQuery } from "../../rpc/queries.ts";
import { painel as textos } from "../../textos/painel.ts";
import { countDias } from "./filtro.ts";

const { precisa: t } = textos;

/** One thing that waits for a person, and the list of just those. */
export type Pendencia = {
  chave: "divergencias" | "abertas" | "caixas" | "certificados";
  total: string;
  titulo: string;
  texto: string;
  to: string;
};

/** What needs a person today, whatever the panel shows; undefined until all of it is known. */
export function usePendencias(): Pendencia[] | undefined {
  const zona = useZona();
  const { total: divergencias } = useDivergencias("geral");
  const abertas = useQuery(abertasQuery);
  const antiga = useQuery(maisAntigaQuery);
  const caixas = useQuery(caixasQuery);
  const empresas = useQuery(empresasQuery);
  const ready = [abertas, antiga, caixas, empresas].every(({ isPending }) => !isPending);
  if (!ready) return undefined;
  return [
    aboutDivergencias(divergencias ?? 0),
    aboutAbertas(abertas.data ?? 0, antiga.data ?? null, zona),
    aboutCaixas(caixas.data ?? []),
    aboutCertificados(empresas.data ?? []),
  ].filter((each) => each !== null);
}

function aboutDivergencias(total: number): Pendencia | null {
  if (total === 0) return null;
  const titulo = t.divergencias(total);
  const to = "/dfe_recebidos?tab=div";
  return { chave: "divergencias", total: formatInteiro(total), titulo, texto: t.divergenciasTexto, to };
}

function aboutAbertas(total: number, maisAntiga: Date | null, zona: string): Pendencia | null {
  if (total === 0) return null;
  const dias = maisAntiga
    ? countDias({ de: diaInZona(maisAntiga, zona), ate: diaInZona(new Date(), zona) }) - 1
    : 0;
  const to = "/dfe_recebidos?emissao=tudo&tipo=NFe,CTe,CTeOS&situacao=fora-de-quarentena&ordem=emissaoAsc";
  const texto = t.abertasTexto(t.haDias(dias));
  return { chave: "abertas", total: formatInteiro(total), titulo: t.abertas, texto, to };
}

function aboutCaixas(caixas: readonly Caixa[]): Pendencia | null {
  const falhas = caixas.filter(({ ultimoErro }) => ultimoErro !== null);
  const [first] = falhas;
  if (!first) return null;
  const known = first.ultimoErro !== null && first.ultimoErro in FALHA_CAIXA;
  const causa = known ? FALHA_CAIXA[first.ultimoErro as FalhaCaixa] : (first.ultimoErro ?? "");
  return {
    chave: "caixas",
    total: formatInteiro(falhas.length),
    titulo: t.caixas(falhas.length),
    texto: causa.split(/[.;:]/)[0] ?? "",
    to: "/admin?tab=caixa",
  };
}

function aboutCertificados(empresas: readonly Empresa[]): Pendencia | null {
  const waiting = empresas.flatMap(({ nome, certificado }) =>
    certificado && (certificado.situacao === "vencendo" || certificado.situacao === "vencido")
      ? [{ nome, dias: certificado.diasRestantes, vencido: certificado.situacao === "vencido" }]
      : [],
  );
  const [first] = waiting.toSorted((a, b) => a.dias - b.dias);
  if (!first) return null;
  const all = waiting.every(({ vencido }) => vencido);
  return {
    chave: "certificados",
    total: formatInteiro(waiting.length),
    titulo: all ? t.vencido(waiting.length) : t.vencendo(waiting.length),
    texto: first.vencido ? t.venceu(first.nome) : t.venceEm(first.nome, first.dias),
    to: "/admin?tab=empresa",
  };
}
