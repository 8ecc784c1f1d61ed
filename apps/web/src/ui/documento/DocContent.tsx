import { Box, type BoxProps, Group, type GroupProps, Table, Text } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import { Children } from "react";
import classes from "./DocContent.module.css";

/** A titled section of a document's evidence. */
export function ContentSection(props: { title: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <section className={classes.section}>
      <h2 className="t-secao">{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Free text of a document; its line breaks are kept. */
export function FreeText({ children }: { children: string }): React.JSX.Element {
  return (
    <Text inherit maw="72ch" mt={4} c="var(--text-2)" className={classes.free}>
      {children}
    </Text>
  );
}

/**
 * One row of a `DataList`, whose `labelWidth` is the width of the label. Mantine's item draws seven
 * components, and a panel has a dozen items.
 */
export function Fact(props: { label: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <div className={classes.fact}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** A formatted value with its label; `detalhe` is a second line. */
export type LabelledValue = { rotulo: string; valor: string; detalhe?: string };

/** Labelled values in as many columns as fit. */
export function ValueGrid({ rows }: { rows: readonly LabelledValue[] }): React.JSX.Element {
  return (
    <dl className={classes.values}>
      {rows.map(({ rotulo, valor, detalhe }) => (
        <div key={`${rotulo} ${valor}`}>
          <dt className="t-rotulo">{rotulo}</dt>
          <dd>
            {valor}
            {detalhe && <p className="t-dimmed">{detalhe}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A list of lines, each with a rule under it. */
export function RuledList(props: BoxProps & React.ComponentProps<"ul">): React.JSX.Element {
  return <Box component="ul" {...props} className={classes.ruled} />;
}

/** Names, each with a detail beside it and a value at the end of the line. */
export function PairList(props: {
  pairs: readonly { name: string; extra?: string | null | undefined; end: React.ReactNode }[];
}): React.JSX.Element {
  return (
    <RuledList maw={480}>
      {props.pairs.map(({ name, extra, end }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pairs may be equal
        <Group key={index} component="li" justify="space-between" align="baseline" gap="0 16px">
          <span>
            {name} <span className="t-dimmed">{extra}</span>
          </span>
          {end}
        </Group>
      ))}
    </RuledList>
  );
}

/** A column of a {@link ContentTable}. `end`: aligned right; `wide`: hidden on a phone. */
export type ContentColumn<T> = {
  title: string;
  cell: (row: T) => React.ReactNode;
  end?: boolean;
  wide?: boolean;
};

/** A table inside a document, as wide as its text; `footer` holds rows with one cell per column. */
export function ContentTable<T>(props: {
  label: string;
  columns: readonly ContentColumn<T>[];
  rows: readonly T[];
  footer?: readonly (readonly React.ReactNode[])[];
  /** Uses the whole width of the tab. */
  full?: boolean;
}): React.JSX.Element {
  const { label, columns, rows, footer = [], full = false } = props;
  const line = (cells: readonly React.ReactNode[], key: number): React.JSX.Element => (
    <Table.Tr key={key}>
      {columns.map(({ title, end, wide }, column) => (
        <Table.Td key={title} data-end={end} data-wide={wide}>
          {cells[column]}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <Table
      className={classes.table}
      data-full={full || undefined}
      maw={full ? undefined : 480}
      aria-label={label}
      verticalSpacing={8}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, end, wide }) => (
            <Table.Th key={title} scope="col" data-end={end} data-wide={wide}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) =>
          line(
            columns.map(({ cell }) => cell(row)),
            index,
          ),
        )}
      </Table.Tbody>
      {footer.length > 0 && <Table.Tfoot>{footer.map(line)}</Table.Tfoot>}
    </Table>
  );
}

/** One row of a list of evidence: what it is, its details and notes; when and by whom; its files. */
export function RecordRow(props: {
  title: React.ReactNode;
  details: readonly React.ReactNode[];
  /** Longer texts, the most important first. */
  notes?: readonly (string | null | undefined)[];
  when?: string;
  who?: string;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { title, details, notes = [], when, who, children } = props;
  return (
    <li className={classes.record}>
      <Box flex="1 1 240px">
        <b>{title}</b>
        {Children.map(details, (detail) => (
          <p className="t-rotulo">{detail}</p>
        ))}
        {notes.filter(Boolean).map((note, index) => (
          <Text key={note} size="md" lh="20px" maw="68ch" mt={4} c={index === 0 ? "var(--text-2)" : "dimmed"}>
            {note}
          </Text>
        ))}
      </Box>
      {when && (
        <Box ta="right">
          <p className="t-rotulo num">{when}</p>
          <p className="t-rotulo">{who}</p>
        </Box>
      )}
      {children}
    </li>
  );
}

/** An icon before a text that may take several lines. */
export function IconLine(
  props: GroupProps & { icon: TablerIcon; children: React.ReactNode },
): React.JSX.Element {
  const { icon: Icon, children, ...group } = props;
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" {...group}>
      <Box flex="none" mt={2} lh={0}>
        <Icon size={16} stroke={1.6} aria-hidden="true" />
      </Box>
      <div>{children}</div>
    </Group>
  );
}
