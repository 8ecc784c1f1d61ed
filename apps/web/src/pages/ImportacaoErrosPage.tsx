import { PAGE_SIZE } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router-dom";
import { ErrosLista, ErrosMotivos } from "../features/importacao/ErrosLista.tsx";
import { explainFalha } from "../rpc/falhas.ts";
import { importacaoErrosQuery } from "../rpc/importacoes.ts";
import { importacao as textos } from "../textos/importacao.ts";
import { useAtalhos } from "../ui/atalhos.ts";
import { clickCaminho, DocBar, DocPage } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { Pager } from "../ui/Pager.tsx";
import { readPagina, writePagina } from "../ui/pagina.ts";
import { useTitulo } from "../ui/telas.ts";
import classes from "./ImportacaoErrosPage.module.css";

const { erros: t } = textos;

/** The files of one importação that became no document, by reason. */
export function ImportacaoErrosPage(): React.JSX.Element {
  const { importacaoId = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const [codigo, pagina] = [params.get("motivo"), readPagina(params)];
  const query = useQuery(importacaoErrosQuery(importacaoId, codigo, pagina));
  const { data } = query;
  const total = data?.totalCount ?? 0;
  useTitulo(data ? `${t.titulo} · ${data.object.importacao.nomeArquivo}` : t.titulo);
  useAtalhos({ Escape: () => clickCaminho("voltar") });
  if (!data) {
    return (
      <>
        <h1 className="vh">{t.titulo}</h1>
        {query.error && (
          <Falha
            falha={explainFalha(query.error)}
            onRetry={() => void query.refetch()}
            saida={{ rotulo: t.voltar, to: "/importacao" }}
          />
        )}
      </>
    );
  }
  const { importacao, grupos } = data.object;
  const { quantidadeErro, lidos } = importacao;
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: t.voltar, to: "/importacao" }}
        titulo={
          <div className={classes.titulo}>
            <h1 className="t-pagina">{importacao.nomeArquivo}</h1>
            <span>{t.resumo(formatInteiro(quantidadeErro), formatInteiro(lidos))}</span>
          </div>
        }
        acoes={null}
      />
      <ErrosMotivos
        grupos={grupos}
        codigo={codigo}
        onChange={(next) => setParams(next === null ? {} : { motivo: next })}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.corpo} tabIndex={0} aria-label={t.titulo}>
        <ErrosLista erros={data.results} />
      </section>
      <Pager
        pagina={pagina}
        paginas={Math.max(1, Math.ceil(total / PAGE_SIZE))}
        total={t.total(formatInteiro(total))}
        onPagina={(next) => setParams(writePagina(params, next))}
      />
    </DocPage>
  );
}
