import { Box, Skeleton, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { general } from "../../../texts/app/general.ts";
import { places } from "../../../ui/list/places.ts";
import classes from "./Overview.module.css";
import { Section } from "./Section.tsx";

type PanelProps<T> = Omit<React.ComponentProps<typeof Section>, "children"> & {
  query: UseQueryResult<T>;
  /** Placeholder rows while the query loads. */
  rows: number;
  children: (data: T) => React.ReactNode;
};

/** A section that shows the result of a query: placeholders, the failure with a retry, or the content. */
export function Panel<T>({ query, rows, children, ...section }: PanelProps<T>): React.JSX.Element {
  const { data, error } = query;
  return (
    <Section {...section}>
      {data !== undefined && children(data)}
      {data === undefined && error && (
        <Text size="xs" lh="sm" c="var(--text-2)" className={classes.inset} role="alert">
          {explainFailure(error)?.titulo}{" "}
          <button type="button" className="link" onClick={() => void query.refetch()}>
            {general.tentarDeNovo}
          </button>
        </Text>
      )}
      {data === undefined && !error && <Placeholders rows={rows} />}
    </Section>
  );
}

/** The first results of a list, or a sentence when it has none. more: leads to the others. */
export function PanelList<T>(props: {
  list: { results: readonly T[]; totalCount: number };
  none: string;
  more?: React.ReactNode;
  children: (results: readonly T[]) => React.ReactNode;
}): React.JSX.Element {
  const { list, none, more, children } = props;
  if (list.totalCount === 0) {
    return (
      <Text size="xs" lh="sm" c="var(--text-2)" className={classes.inset}>
        {none}
      </Text>
    );
  }
  return (
    <>
      {children(list.results)}
      {more && list.totalCount > list.results.length && (
        <Box mt={8} fz="xs" className={classes.inset}>
          {more}
        </Box>
      )}
    </>
  );
}

function Placeholders({ rows }: { rows: number }): React.JSX.Element {
  return (
    <Stack gap={16} py={7} className={classes.inset} role="status" aria-label={general.carregando}>
      {places(rows).map((row) => (
        <Skeleton key={row} h={10} />
      ))}
    </Stack>
  );
}
