import type { NotaLinha, NotaOrdem, Papel } from "../../rpc/queries.ts";
import type { ColunaChave } from "./exibicao.ts";
import type { Marca, Marcavel } from "./marcas.ts";
import type { Selecao } from "./selecao.ts";

/** A cell that filters the list by what it holds. */
export type Filtravel = "tipo" | "uf" | "parte" | "veredito" | "nfe" | "sefaz" | "manifestacao";

/** What a list of documents shows and answers, as a table or as cards. */
export type ListaProps = {
  notas: readonly NotaLinha[];
  papel: Papel;
  zona: string;
  ordem: NotaOrdem;
  colunas: readonly ColunaChave[];
  /** Only the divergences: the marks give place to the question to SEFAZ. */
  divergencias: boolean;
  selecao: Selecao;
  /** Address and place in the list, for the way back and to the next. */
  linkOf: (nota: NotaLinha) => { to: string; state: unknown };
  onFiltrar: (campo: Filtravel, nota: NotaLinha) => Promise<void>;
  onMarcar: (nota: Marcavel, marca: Marca) => void;
};

/** The other side of a document: who sent it to us, or whom it went to. */
export function parteOf(
  nota: NotaLinha,
  papel: Papel,
): { nome: string; documento: string; uf: string | null } {
  return papel === "E"
    ? { nome: nota.nomeEmitente, documento: nota.cnpjEmitente, uf: nota.ufEmitente }
    : { nome: nota.nomeDestinatario ?? "–", documento: nota.cnpjDestinatario ?? "", uf: nota.ufDestinatario };
}
