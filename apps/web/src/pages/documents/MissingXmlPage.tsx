import { formatInteger, formatReais } from "@malote/syntax";
import { Button, Text } from "@mantine/core";
import { IconDownload, IconMailCheck, IconMailShare } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { AUDITOR_LIST } from "../../features/auditor/auditor-filter.ts";
import { LeftAnnouncement } from "../../features/auditor/LeftAnnouncement.tsx";
import { type MissingActions, MissingXmls, type Selection } from "../../features/auditor/MissingXmls.tsx";
import { ReminderSelect } from "../../features/auditor/ReminderSelect.tsx";
import { RequestEmailDialog, showRefusals } from "../../features/auditor/RequestEmailDialog.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { useEmpresaNames } from "../../rpc/conta/empresas.ts";
import {
  type MissingTotals,
  requestCiencias,
  type Supplier,
  setOutsideRequest,
  suppliersQuery,
} from "../../rpc/documents/missing-xmls.ts";
import { general } from "../../texts/app/general.ts";
import { auditorTexts } from "../../texts/lists/auditor.ts";
import { missingXmlTexts as texts } from "../../texts/lists/missing-xmls.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { emptyFilterOf } from "../../ui/filter/filter-design.ts";
import { SegmentedControl } from "../../ui/form/SegmentedControl.tsx";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { AuditorTabs, EmptyAuditor } from "./AuditorParts.tsx";
import { UrlListPage } from "./UrlListPage.tsx";
import { useUrlList } from "./use-url-list.ts";

const GROUPINGS = ["fornecedor", "data"] as const;
type Grouping = (typeof GROUPINGS)[number];

/** How the URL groups the missing XMLs. */
export function groupingOf(params: URLSearchParams): Grouping {
  return params.get("por") === "data" ? "data" : "fornecedor";
}

/** Changes how the missing XMLs are grouped. */
export function GroupingControl(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const change = (grouping: Grouping): void => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (grouping === "data") next.set("por", "data");
    else next.delete("por");
    setParams(next);
  };
  return (
    <SegmentedControl
      label={texts.agrupar}
      value={groupingOf(params)}
      options={GROUPINGS}
      texts={texts.agrupamentos}
      onChange={change}
    />
  );
}

/** Documents that SEFAZ authorized whose XML has not arrived, by supplier. */
export function MissingXmlPage(): React.JSX.Element {
  const queryOf = (
    searchFilter: Parameters<typeof suppliersQuery>[0]["searchFilter"],
    { page }: { page: number },
  ) => suppliersQuery({ searchFilter, currentPage: page });
  const list = useUrlList({
    name: "auditor",
    design: AUDITOR_LIST,
    queryOf,
    hrefOf: () => "/auditor",
  });
  const totals = useQuery(queryOf(list.searchFilter, list)).data?.object;
  const [asking, setAsking] = useState<readonly string[] | null>(null);
  const { selected, ...selection } = useSelection(list.data?.results ?? []);
  const actions: MissingActions = {
    onRequest: setAsking,
    onCiencia: (ids) => void sendCiencias(ids),
    onOutside: (ids) => void markOutside(ids),
  };
  const { filter, tab, timeZone } = list;
  const phone = useIsPhone();
  const isManager = useIsManager();
  const fornecedores = formatInteger(list.data?.totalCount ?? 0);
  return (
    <UrlListPage
      list={list}
      title={auditorTexts.titulo}
      summary={texts.explica}
      total={totals ? totalOf(totals, { fornecedores, phone }) : ""}
      hints={<GroupingControl />}
      nameOf={useEmpresaNames(filter.empresa !== "")}
      tabs={<AuditorTabs {...list} active={tab} missing={totals?.documentos ?? 0} />}
      actions={totals && <BulkActions {...{ totals, selected, ...actions }} />}
      skeleton={<RowsSkeleton rows={20} widths={[40, 160, 340, 84]} />}
      footer={
        totals && (
          <>
            {isManager && <ReminderSelect days={totals.lembreteDias} />}
            {!phone && <Sum soma={totals.soma} />}
            {!list.query.isPlaceholderData && (
              <LeftAnnouncement scope={JSON.stringify(list.searchFilter)} count={totals.documentos} />
            )}
          </>
        )
      }
      floating={
        asking && (
          <RequestEmailDialog
            ids={asking}
            reminderDays={totals?.lembreteDias ?? 0}
            onClose={() => {
              setAsking(null);
              selection.clear();
            }}
          />
        )
      }
    >
      {(suppliers) =>
        suppliers.length > 0 ? (
          <MissingXmls
            key={`${list.page} ${JSON.stringify(list.searchFilter)}`}
            {...{ suppliers, timeZone, selection, ...actions }}
          />
        ) : (
          <EmptyAuditor {...list} onClear={() => list.change({ filter: emptyFilterOf(AUDITOR_LIST) })} />
        )
      }
    </UrlListPage>
  );
}

function totalOf(
  { documentos, noPrazo, pedidos }: MissingTotals,
  { fornecedores, phone }: { fornecedores: string; phone: boolean },
): string {
  if (phone) return texts.documentos(formatInteger(documentos));
  return [
    texts.total(formatInteger(documentos), fornecedores),
    ...(noPrazo.length > 0 ? [texts.noPrazo(formatInteger(noPrazo.length))] : []),
    ...(pedidos > 0 ? [texts.jaPedidos(formatInteger(pedidos))] : []),
  ].join(" · ");
}

function Sum({ soma }: { soma: string }): React.JSX.Element {
  return (
    <span>
      {texts.soma}{" "}
      <Text component="b" inherit c="var(--text)" className="num">
        {formatReais(soma)}
      </Text>
    </span>
  );
}

/** The selected documents that are still on screen. */
function useSelection(suppliers: readonly Supplier[]): Selection & {
  selected: readonly Supplier["documentos"][number][];
  clear: () => void;
} {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selected: suppliers.flatMap(({ documentos }) => documentos.filter(({ id }) => ids.has(id))),
    has: (id) => ids.has(id),
    set: (changed, on) => {
      const next = new Set(ids);
      for (const id of changed) {
        if (on) next.add(id);
        else next.delete(id);
      }
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}

/** Actions on the selected documents, or on all of the filter. */
function BulkActions(
  props: MissingActions & { totals: MissingTotals; selected: readonly Supplier["documentos"][number][] },
): React.JSX.Element {
  const { totals, selected, onRequest, onCiencia, onOutside } = props;
  const hasSelection = selected.length > 0;
  const noPrazo = hasSelection
    ? selected.filter(({ cienciaImpedida }) => cienciaImpedida === null).map(({ id }) => id)
    : totals.noPrazo;
  const delivered = new Set(noPrazo);
  // What SEFAZ can deliver is not asked from the supplier, unless the user selects it.
  const aPedir = hasSelection
    ? selected.map(({ id }) => id)
    : totals.aPedir.filter((id) => !delivered.has(id));
  const open = selected.filter(({ estado }) => estado === "faltando").map(({ id }) => id);
  return (
    <>
      {open.length > 0 && (
        <Button
          className="botao-icone"
          variant="default"
          leftSection={<IconMailCheck size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => onOutside(open)}
        >
          {texts.porFora}
        </Button>
      )}
      {aPedir.length > 0 && (
        <Button
          className="botao-icone"
          variant="default"
          leftSection={<IconMailShare size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => onRequest(aPedir)}
        >
          {texts.pedir(formatInteger(aPedir.length))}
        </Button>
      )}
      {noPrazo.length > 0 && (
        <Button
          className="botao-icone"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => onCiencia(noPrazo)}
        >
          {texts.baixar(formatInteger(noPrazo.length))}
        </Button>
      )}
    </>
  );
}

async function sendCiencias(ids: readonly string[]): Promise<void> {
  try {
    const refusals = await requestCiencias(ids);
    const sent = ids.length - refusals.length;
    if (sent > 0) showToast(texts.ciencia(formatInteger(sent)));
    showRefusals(refusals);
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}

async function markOutside(ids: readonly string[]): Promise<void> {
  try {
    await setOutsideRequest(ids, true);
    const undo = (): void =>
      void setOutsideRequest(ids, false).catch((error) => showFailureToast(explainFailure(error)));
    showToast(texts.marcado(formatInteger(ids.length)), { label: general.desfazer, onClick: undo });
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}
