import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { lazy } from "react";
import { visoes as textos } from "../../textos/visoes.ts";
import { Depois } from "../../ui/Depois.tsx";
import { type TelaComVisoes, useEndereco, useVisoes } from "./usar-visoes.ts";
import classes from "./VisoesBotao.module.css";
import { buscaDe, isModificada } from "./visoes.ts";

const VisoesPainel = lazy(async () => ({ default: (await import("./VisoesPainel.tsx")).VisoesPainel }));

/**
 * The button of the saved views: the active view, "•" when it is modified, and the panel of all
 * views.
 */
export function VisoesBotao(props: {
  tela: TelaComVisoes;
  /** The visible columns, when the list lets the user select them. */
  colunas?: string;
  onColunas?: (colunas: string) => void;
}): React.JSX.Element {
  const { tela, colunas = "", onColunas } = props;
  const { params, setParams, semVisao } = useEndereco(tela, onColunas);
  const [visoes, setVisoes] = useVisoes(tela);
  const atual = visoes.lista.find(({ id }) => id === params.get("visao")) ?? null;
  const mostrado = { busca: buscaDe(params), colunas };
  const modificada = atual !== null && isModificada(atual, mostrado);
  return (
    <Depois
      botao={
        <button type="button" className={classes.botao} data-ativa={atual !== null}>
          {visoes.lista.length === 0 ? (
            textos.salvarComo
          ) : (
            <>
              <IconBookmark size={14} stroke={1.8} aria-hidden="true" />
              {atual && <span className="vh">{textos.visao} </span>}
              <span className={classes.nome}>{atual?.nome ?? textos.visoes}</span>
              {modificada && (
                <>
                  <b aria-hidden="true">{textos.marca}</b>
                  <span className="vh">{textos.modificada}</span>
                </>
              )}
              <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
            </>
          )}
        </button>
      }
    >
      {(botao, aberto) => (
        <VisoesPainel
          botao={botao}
          aberto={aberto}
          visoes={visoes}
          setVisoes={setVisoes}
          atual={atual}
          modificada={modificada}
          mostrado={mostrado}
          onAbrir={(next, novas) => {
            setParams(next);
            if (novas) onColunas?.(novas);
          }}
          semVisao={new URLSearchParams(semVisao)}
        />
      )}
    </Depois>
  );
}
