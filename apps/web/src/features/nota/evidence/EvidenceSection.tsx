import { Box, Table, Text } from "@mantine/core";
import { IconCheck, IconEqualNot } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { evidenceTexts as texts } from "../../../texts/nota/evidence.ts";
import { IconLine } from "../../../ui/documento/DocContent.tsx";
import classes from "./EvidenceSection.module.css";
import { type EvidenceLine, type EvidenceSource, evidenceViewOf } from "./evidence-view.ts";

const SOURCES: readonly EvidenceSource[] = ["xml", "sefaz", "email"];

/** What XML, SEFAZ and e-mail say: one quiet line if they agree, else a table with the differences. */
export function EvidenceSection(props: { nota: Nota; timeZone: string }): React.JSX.Element | null {
  const view = evidenceViewOf(props.nota, props.timeZone);
  if (view === null) return null;
  if (!view.differs) {
    return (
      <Box component="details" className={classes.quiet}>
        <summary>
          <IconLine icon={IconCheck} c="dimmed" fz="xs">
            {view.sentence}
          </IconLine>
        </summary>
        <EvidenceTable lines={view.lines} />
      </Box>
    );
  }
  return (
    <section>
      <h2 className="t-secao">{texts.titulo}</h2>
      <Text inherit mt={2} c="var(--text-2)">
        {view.sentence}
      </Text>
      <EvidenceTable lines={view.lines} />
    </section>
  );
}

/** A CNPJ may break after its root, not inside a number. */
function breakable(said: string | null): string | null {
  return said === null ? null : said.replace("/", "/\u200b");
}

function EvidenceTable({ lines }: { lines: readonly EvidenceLine[] }): React.JSX.Element {
  // A source that says nothing at all needs no column.
  const sources = SOURCES.filter((source) => lines.some(({ said }) => said[source] !== null));
  return (
    <Table className={classes.table} aria-label={texts.titulo} verticalSpacing={6} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <span className="vh">{texts.campo}</span>
          </Table.Th>
          {sources.map((source) => (
            <Table.Th key={source} scope="col">
              {texts.fontes[source]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ campo, said, differs }) => (
          <Table.Tr key={campo}>
            <Table.Th scope="row">{texts.campos[campo]}</Table.Th>
            {sources.map((source) => (
              <Table.Td key={source} className="num" data-difere={differs.includes(source) || undefined}>
                {differs.includes(source) && <IconEqualNot size={13} stroke={2} aria-hidden="true" />}
                {breakable(said[source]) ?? <span className="t-dimmed">{texts.nada}</span>}
                {differs.includes(source) && <span className="vh">, {texts.diferente}</span>}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
