import { PAINEL_DUE_MAX, PAINEL_TOPS_MAX } from "@malote/contract";
import { Group, SimpleGrid, Skeleton, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { explainFailure } from "../../../rpc/call/failures.ts";
import type { Tops } from "../../../rpc/documents/painel.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTopTexts as texts } from "../../../texts/lists/painel-tops.ts";
import { FailureState } from "../../../ui/feedback/FailureState.tsx";
import { places } from "../../../ui/list/places.ts";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { dueHref, notasHref } from "../list-links.ts";
import classes from "./Tops.module.css";
import { dueRowsOf, partyRowsOf, type TopRow } from "./top-rows.ts";

/**
 * The other parties with most value in the range, and what falls due: each row leads to its documents.
 * Both have as many lines while they load, without rows, and after a failure.
 */
export function TopLists(props: {
  query: UseQueryResult<Tops>;
  filter: PainelFilter;
  range: DayRange;
}): React.JSX.Element {
  const { query, filter, range } = props;
  const { data, error } = query;
  if (error && data === undefined) {
    return <FailureState failure={explainFailure(error)} onRetry={() => void query.refetch()} />;
  }
  const { papel } = filter;
  return (
    <SimpleGrid
      cols={{ base: 1, xl: 2 }}
      spacing={40}
      verticalSpacing={28}
      p="0 var(--h-gutter) 32px"
      opacity={query.isPlaceholderData ? 0.6 : undefined}
      aria-busy={data === undefined || query.isPlaceholderData}
    >
      <TopList
        title={texts.partes[papel]}
        subtitle={texts.porValor}
        rows={data && partyRowsOf(data, { filter, range })}
        empty={texts.semPartes[papel]}
        all={
          data && {
            label: texts.verPartes(data.totalPartes),
            to: `${notasHref({ ...filter, range })}&ordem=${papel === "E" ? "emitente" : "destinatario"}`,
          }
        }
      />
      <TopList
        title={texts.vencimentos[papel]}
        subtitle={data?.vencimentosExatos === false ? texts.soAsNovas(PAINEL_DUE_MAX) : texts.naoIntegradas}
        rows={data && (data.totalVencimentos === 0 ? [] : dueRowsOf(data, filter))}
        empty={texts.semVencimentos}
        all={
          data && {
            label: texts.verNotas(data.totalVencimentos),
            to: dueHref(filter, { de: "2000-01-01", ate: null }),
          }
        }
        isDue
      />
    </SimpleGrid>
  );
}

function TopList(props: {
  title: string;
  subtitle: string;
  /** Undefined until known. */
  rows: readonly TopRow[] | undefined;
  empty: string;
  all: { label: string; to: string } | undefined;
  isDue?: boolean;
}): React.JSX.Element {
  const { title, subtitle, rows, empty, all, isDue = false } = props;
  const missing = PAINEL_TOPS_MAX - (rows?.length ?? PAINEL_TOPS_MAX);
  return (
    <section aria-label={title}>
      <Group mih={32} wrap="nowrap" gap={8}>
        <h2 className="t-secao">{title}</h2>
        <Text inherit truncate flex={1} c="var(--text-2)">
          {subtitle}
        </Text>
        {all && rows && rows.length > 0 && (
          <Link to={all.to} className="link num">
            {all.label}
          </Link>
        )}
      </Group>
      <ol className={classes.rows}>
        {rows?.map((row) => (
          <li key={row.key}>
            <Row row={row} isDue={isDue} />
          </li>
        ))}
        {rows === undefined &&
          places(PAINEL_TOPS_MAX).map((place) => (
            <li key={place} className={classes.row}>
              <Skeleton h={12} role="status" aria-label={general.carregando} />
            </li>
          ))}
      </ol>
      {rows?.length === 0 && (
        <Text c="var(--text-2)" pt={10}>
          {empty}
        </Text>
      )}
      {/* What comes below does not move when there are fewer rows. */}
      <div style={{ height: `calc(${missing} * var(--h-row) - ${rows?.length === 0 ? 30 : 0}px)` }} />
    </section>
  );
}

function Row({ row, isDue }: { row: TopRow; isDue: boolean }): React.JSX.Element {
  const { name, note, valor, share, to, attention } = row;
  const className = `${classes.row} ${isDue ? classes.due : ""}`;
  const content = (
    <>
      <span
        className={classes.name}
        title={name}
        style={attention ? { color: "var(--warn-text)" } : undefined}
      >
        {name}
      </span>
      {isDue ? <span className="t-rotulo num">{note}</span> : <span className="vh">, {note}, </span>}
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ display: "block", width: `${share * 100}%` }} />
      </span>
      <span className={`${classes.amount} num`}>{valor}</span>
    </>
  );
  return to === null ? (
    <span className={className}>{content}</span>
  ) : (
    <Link to={to} className={className}>
      {content}
    </Link>
  );
}
