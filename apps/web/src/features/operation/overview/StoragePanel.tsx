import { formatSize, formatSizeOf } from "@malote/syntax";
import { Box, Flex, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type Storage, storageQuery } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import classes from "./Overview.module.css";
import { Panel } from "./Panel.tsx";
import { partsOf, type StoragePart } from "./storage.ts";

const { armazenamento: texts } = operationTexts;

/** Colour of each part, in the bar and in its legend. */
const COLORS: Record<StoragePart["key"], string> = {
  documentos: "var(--grafico-1)",
  emails: "var(--grafico-2)",
  banco: "var(--grafico-3)",
  arquivos: "var(--grafico-5)",
  importacoes: "var(--grafico-4)",
  outros: "var(--line-strong)",
};

/** Disk usage by kind of data, and when the disk will be full. */
export function StoragePanel(): React.JSX.Element {
  const query = useQuery(storageQuery);
  const { data } = query;
  return (
    <Panel
      id="armazenamento"
      title={texts.titulo}
      query={query}
      rows={4}
      aside={data && formatSizeOf(partsOf(data).taken, data.total)}
      action={data?.cheioEmTexto && <Projection storage={data} />}
    >
      {(storage) => <Usage storage={storage} />}
    </Panel>
  );
}

function Usage({ storage }: { storage: Storage }): React.JSX.Element {
  const { parts, taken } = partsOf(storage);
  const free = Math.max(0, storage.total - taken);
  return (
    <>
      <Flex gap={1} h={8} mt={6} className={classes.bar} aria-hidden="true">
        {parts.map(({ key, bytes }) => (
          <Box key={key} flex={`${bytes} 0 0`} bg={COLORS[key]} />
        ))}
        <Box flex={`${free} 0 0`} bg="var(--neutral-soft)" />
      </Flex>
      <Stack component="ul" gap={6} mt={12} fz="xs" lh="xs">
        {parts.map(({ key, nome, bytes }) => (
          <Group component="li" key={key} gap={8} wrap="nowrap">
            <Box w={8} h={8} flex="none" bdrs={2} bg={COLORS[key]} aria-hidden="true" />
            <Text inherit span flex={1} truncate c="var(--text-2)">
              {nome}
            </Text>
            <Text inherit component="b" fw={600} className="num">
              {formatSize(bytes)}
            </Text>
          </Group>
        ))}
      </Stack>
      {storage.usado === null && (
        <Text size="xs" c="dimmed" mt={8}>
          {texts.semMedida}
        </Text>
      )}
    </>
  );
}

/** Below this number of days the projection is a warning. */
const NEAR_DAYS = 30;

function Projection({ storage: { cheioEmDias, cheioEmTexto } }: { storage: Storage }): React.JSX.Element {
  const near = cheioEmDias !== null && cheioEmDias < NEAR_DAYS;
  return (
    <Text size="xs" lh="sm" c={near ? "var(--warn-text)" : "dimmed"} fw={near ? 600 : undefined}>
      {cheioEmTexto}
    </Text>
  );
}
