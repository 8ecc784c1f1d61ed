import { PAGE_SIZE } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { useParams, useSearchParams } from "react-router-dom";
import { ErrorList, ErrorReasons } from "../../features/importacao/ErrorList.tsx";
import classes from "../../features/importacao/Importacao.module.css";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { importacaoErrorsQuery } from "../../rpc/files/importacoes.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { clickNavigation, DocBar, DocPage, DocPane } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { readPageParam, writePageParam } from "../../ui/list/page-param.ts";
import { useShortcuts } from "../../ui/overlay/shortcuts.ts";

const { erros: t } = texts;

/** The files of one importação that became no document, by reason. */
export function ImportacaoErrorsPage(): React.JSX.Element {
  const { importacaoId = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const [reasonCode, page] = [params.get("motivo"), readPageParam(params)];
  const query = useQuery(importacaoErrorsQuery(importacaoId, reasonCode, page));
  const { data } = query;
  const total = data?.totalCount ?? 0;
  usePageTitle(data ? `${t.titulo} · ${data.object.importacao.nomeArquivo}` : t.titulo);
  useShortcuts({ Escape: () => clickNavigation("voltar") });
  if (!data) {
    return (
      <>
        <h1 className="vh">{t.titulo}</h1>
        {query.error && (
          <FailureState
            failure={explainFailure(query.error)}
            onRetry={() => void query.refetch()}
            exit={{ label: t.voltar, to: "/importacao" }}
          />
        )}
      </>
    );
  }
  const { importacao, grupos: groups } = data.object;
  const { quantidadeErro, lidos } = importacao;
  return (
    <DocPage>
      <DocBar
        back={{ label: t.voltar, to: "/importacao" }}
        title={
          <Group gap="0 12px" align="baseline" miw={0}>
            <Text component="h1" inherit truncate className="t-pagina" title={importacao.nomeArquivo}>
              {importacao.nomeArquivo}
            </Text>
            <span className="t-dimmed">{t.resumo(formatInteger(quantidadeErro), formatInteger(lidos))}</span>
          </Group>
        }
        actions={null}
      />
      <ErrorReasons
        groups={groups}
        codigo={reasonCode}
        onChange={(next) => setParams(next === null ? {} : { motivo: next })}
      />
      <DocPane className={classes.errors} label={t.titulo}>
        <ErrorList importErrors={data.results} />
      </DocPane>
      <Pager
        page={page}
        pages={Math.max(1, Math.ceil(total / PAGE_SIZE))}
        total={t.total(formatInteger(total))}
        onPage={(next) => setParams(writePageParam(params, next))}
      />
    </DocPage>
  );
}

export { ImportacaoErrorsPage as Component };
