import { formatDataHora } from "@malote/syntax";
import type { Conteudo } from "./conteudo.ts";
import { layHtml } from "./layout-html.ts";
import { layTexto } from "./layout-texto.ts";
import type { CartaEscrita } from "./write-carta.ts";

/** Operators see Brasília time, whatever contas they serve. */
const ZONA = "America/Sao_Paulo";

/**
 * A condition in an e-mail to the operator. titulo: the end of a sentence. roteiro: a file of docs/operar.
 */
export type AvisoAoOperador = {
  fase: "comeco" | "segue" | "fim";
  titulo: string;
  detalhe: string;
  roteiro: string;
  comecouEm: Date;
  terminouEm: Date | null;
  urlBase: string;
};

const ASSUNTO = { comeco: "Malote", segue: "Malote, continua", fim: "Malote, resolvido" } as const;
const ABERTURA = {
  comeco: "O Malote percebeu uma situação que pede a sua atenção. Nenhum documento é apagado por causa dela.",
  segue: "A situação abaixo continua. Este aviso se repete a cada 24 horas enquanto ela durar.",
  fim: "A situação abaixo terminou. Nada precisa ser feito.",
} as const;

/** E-mail about the state of the installation: figures and settings, and no data of any conta. */
export function writeAvisoAoOperador(aviso: AvisoAoOperador): CartaEscrita {
  const { fase, titulo, detalhe, roteiro, comecouEm, terminouEm, urlBase } = aviso;
  const fim = terminouEm === null ? [] : [["Terminou", formatDataHora(terminouEm, ZONA)] as const];
  const conteudo: Conteudo = {
    assunto: `${ASSUNTO[fase]}: ${titulo}`,
    previa: detalhe,
    titulo: `${titulo.charAt(0).toUpperCase()}${titulo.slice(1)}`,
    tom: fase === "fim" ? "bom" : "aviso",
    abertura: ABERTURA[fase],
    fatos: [["Começou", formatDataHora(comecouEm, ZONA)], ...fim, ["Roteiro", `docs/operar/${roteiro}.md`]],
    secoes: [{ titulo: fase === "fim" ? "O que houve" : "O que há", texto: detalhe }],
    botao: { rotulo: "Abrir a operação", href: `${urlBase}/operacao` },
    rodape: "Você recebe este e-mail porque OPERADOR_EMAIL tem este endereço.",
  };
  return { assunto: conteudo.assunto, texto: layTexto(conteudo), html: layHtml(conteudo) };
}
