import { formatInteger, formatSize } from "@malote/syntax";
import { Progress, Stack, Table, Text } from "@mantine/core";
import { languageTag } from "../../languages/language.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Conta, usageQuery } from "../../rpc/conta/account.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { Panel } from "./Panel.tsx";

const texts = accountTexts.uso;
const WARNING_PERCENT = 80;
const FULL_PERCENT = 100;
const MONTH_FORMAT = new Intl.DateTimeFormat(languageTag, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The plan, its usage, and the usage of previous months. */
export function UsagePanel({ conta }: { conta: Conta }): React.JSX.Element {
  const { data = [] } = useQuery(usageQuery);
  // Omits the months before the first use.
  const firstUsedIndex = data.findLastIndex((usage) => usage.documentos > 0 || usage.emails > 0);
  const usages = data.slice(0, firstUsedIndex + 1);
  const { documentos, limite, percentual } = conta.uso;
  const warning =
    percentual >= FULL_PERCENT ? texts.acima : percentual >= WARNING_PERCENT ? texts.aviso : null;
  return (
    <Panel title={texts.titulo} text={texts.plano(formatInteger(limite))}>
      <Stack gap={16} maw={560}>
        <Progress
          value={Math.min(FULL_PERCENT, percentual)}
          size={8}
          color={warning ? "var(--warn-icon)" : "var(--accent-fill)"}
          aria-hidden="true"
        />
        <p>{texts.deste(formatInteger(documentos), formatInteger(limite))}</p>
        {warning && (
          <Text size="sm" c="var(--warn-text)">
            {warning}
          </Text>
        )}
        {usages.length > 0 && (
          <Table horizontalSpacing={0} verticalSpacing={6} borderColor="var(--line)">
            <caption className="vh">{texts.meses}</caption>
            <Table.Thead fz="xs" c="dimmed">
              <Table.Tr>
                <Table.Th fw={500}>{texts.colunas.mes}</Table.Th>
                {[texts.colunas.documentos, texts.colunas.emails, texts.colunas.bytes].map((head) => (
                  <Table.Th key={head} fw={500} ta="right">
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {usages.map((usage) => (
                <Table.Tr key={usage.mes}>
                  <Table.Td>{MONTH_FORMAT.format(new Date(`${usage.mes}-01T00:00:00Z`))}</Table.Td>
                  <Figure>{formatInteger(usage.documentos)}</Figure>
                  <Figure>{formatInteger(usage.emails)}</Figure>
                  <Figure>{formatSize(usage.bytes)}</Figure>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Panel>
  );
}

function Figure({ children }: { children: string }): React.JSX.Element {
  return (
    <Table.Td className="num" ta="right">
      {children}
    </Table.Td>
  );
}
