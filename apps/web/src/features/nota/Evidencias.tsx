import { Tabs } from "@mantine/core";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { AbaAchados } from "./AbaAchados.tsx";
import { AbaEventos } from "./AbaEventos.tsx";
import { AbaItens } from "./AbaItens.tsx";
import { AbaOrigem } from "./AbaOrigem.tsx";
import { AbaXml } from "./AbaXml.tsx";
import classes from "./Evidencias.module.css";

type Aba = {
  chave: string;
  titulo: string;
  total?: number;
  aviso?: boolean;
  conteudo: () => React.JSX.Element;
};

/** The evidence of a document, in tabs; the open one is in the address. */
export function Evidencias({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const abas = abasOf(nota, zona);
  const first = abas[0]?.chave ?? "itens";
  const wanted = params.get("aba");
  const atual = abas.some((aba) => aba.chave === wanted) ? wanted : first;
  const open = (chave: string | null): void => {
    const next = new URLSearchParams(params);
    if (chave === null || chave === first) next.delete("aba");
    else next.set("aba", chave);
    void navigate({ search: next.toString() }, { replace: true, state: location.state });
  };
  return (
    <Tabs
      value={atual}
      onChange={open}
      keepMounted={false}
      unstyled
      classNames={{ root: classes.root, list: classes.lista, tab: classes.aba, panel: classes.painel }}
    >
      <Tabs.List aria-label={textos.abas.rotulo}>
        {abas.map(({ chave, titulo, total, aviso }) => (
          <Tabs.Tab key={chave} value={chave}>
            {titulo}
            {total !== undefined && total > 0 && (
              <span className={classes.total} data-aviso={aviso}>
                {total}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {abas.map(({ chave, conteudo }) => (
        <Tabs.Panel key={chave} value={chave} tabIndex={0}>
          {chave === atual && conteudo()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function abasOf(nota: Nota, zona: string): Aba[] {
  const { abas } = textos;
  const achados: Aba = {
    chave: "achados",
    titulo: abas.achados,
    total: nota.achados.length,
    aviso: nota.quarentena,
    conteudo: () => <AbaAchados nota={nota} />,
  };
  const has = nota.quarentena || nota.achados.length > 0;
  return [
    ...(nota.quarentena ? [achados] : []),
    {
      chave: "itens",
      titulo: abas.itens,
      total: nota.itens.length,
      conteudo: () => <AbaItens nota={nota} />,
    },
    { chave: "xml", titulo: abas.xml, conteudo: () => <AbaXml notaId={nota.id} /> },
    {
      chave: "eventos",
      titulo: abas.eventos,
      total: nota.listEventos.length,
      conteudo: () => <AbaEventos nota={nota} zona={zona} />,
    },
    { chave: "origem", titulo: abas.origem, conteudo: () => <AbaOrigem nota={nota} zona={zona} /> },
    ...(has && !nota.quarentena ? [achados] : []),
  ];
}
