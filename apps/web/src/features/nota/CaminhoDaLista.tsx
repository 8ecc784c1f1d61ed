import { diaInZona, formatInteiro } from "@malote/syntax";
import { type Partida, type Passo, usePercurso } from "../../rpc/percurso.ts";
import { type Nota, notasQuery, type Papel } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { Passos, type Vizinho } from "../../ui/DocPage.tsx";
import { readFiltro, readOrdem, resumoOf, toSearchFilter } from "./filtro.ts";

/**
 * Links to the previous and next document of the list from which this one was opened, with that
 * list's filter and sort order.
 */
export function CaminhoDaLista(props: {
  nota: Nota;
  partida: Partida;
  zona: string;
}): React.JSX.Element | null {
  const { nota, partida, zona } = props;
  const url = new URL(partida.lista, window.location.origin);
  const papel: Papel = url.pathname === "/dfe_emitidos" ? "S" : "E";
  const aba = url.searchParams.get("tab") === "div" ? "div" : "repo";
  const filtro = readFiltro(url.searchParams, aba);
  const pedido = {
    entradaSaida: papel,
    searchFilter: toSearchFilter(filtro, aba, diaInZona(new Date(), zona)),
    listSearchOrder: readOrdem(url.searchParams),
  };
  const percurso = usePercurso(nota.id, partida, (pagina) => notasQuery({ ...pedido, currentPage: pagina }));
  if (!percurso) return null;
  const vizinho = (passo: Passo | null, rotulo: string): Vizinho =>
    passo && {
      rotulo,
      to: `/nota/${passo.id}?type=${papel}`,
      state: { lista: partida.lista, pos: passo.pos },
    };
  const resumo = resumoOf(filtro);
  return (
    <Passos
      anterior={vizinho(percurso.anterior, textos.anterior)}
      proximo={vizinho(percurso.proximo, textos.proximo)}
      rotulos={[textos.anterior, textos.proximo]}
      posicao={
        <>
          {percurso.dentro
            ? textos.posicao(formatInteiro(percurso.pos + 1), formatInteiro(percurso.total))
            : textos.foraDoFiltro}
          {resumo && (
            <>
              {" "}
              {percurso.dentro && textos.em} <b>{resumo}</b>
            </>
          )}
        </>
      }
    />
  );
}
