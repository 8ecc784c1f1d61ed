import { formatInteger } from "@malote/syntax";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { deleteExpired, exportacoesQuery } from "../../rpc/files/requested-files.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { exportacaoTexts as texts } from "../../texts/files/exportacao.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { TabPage, TabPager } from "../../ui/layout/TabPage.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import { ExportacaoList } from "./ExportacaoList.tsx";

const { lista: t } = texts;

/** Widths of the placeholders of a row, in pixels, while the list loads. */
const WIDTHS = [260, 112, 96, 84, 120];

/** The exports of the lists, as a tab of the administration. */
export function ExportacoesTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const now = useNow();
  const query = useQuery(exportacoesQuery(readPageParam(params)));
  const total = query.data?.totalCount ?? 0;
  const totalText = t.total(formatInteger(total));
  return (
    <TabPage
      title={t.titulo}
      total={() => totalText}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      actions={
        total > 0 && (
          <Button variant="default" onClick={() => void confirmExpiredRemoval()}>
            {t.removerVencidas}
          </Button>
        )
      }
      tabs={tabs}
      footer={<TabPager total={total} label={totalText} />}
      skeleton={<RowsSkeleton rows={4} widths={WIDTHS} tall />}
    >
      {({ results }) => <ExportacaoList exportacoes={results} now={now} timeZone={timeZone} />}
    </TabPage>
  );
}

async function confirmExpiredRemoval(): Promise<void> {
  const isConfirmed = await askConfirmation({
    titulo: t.removerVencidas,
    texto: t.removerTexto,
    acao: t.removerVencidas,
  });
  if (!isConfirmed) return;
  try {
    showToast(t.removidas(await deleteExpired()));
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}
