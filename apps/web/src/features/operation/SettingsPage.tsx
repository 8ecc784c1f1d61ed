import { formatInteger } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Setting, settingsQuery } from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { settingsTexts as texts } from "../../texts/operator/pages.ts";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";
import classes from "./operation.module.css";

const { colunas: t } = texts;

const COLUMNS: readonly ListColumn<Setting>[] = [
  {
    key: "nome",
    title: t.nome,
    cell: ({ nome, descricao }) => (
      <TwoLines strong value={<span className="mono">{nome}</span>} note={descricao} />
    ),
  },
  { key: "valor", title: t.valor, width: "36%", cell: (setting) => <Value setting={setting} /> },
  {
    key: "origem",
    title: t.origem,
    width: "120px",
    cell: ({ definida }) => (
      <Text inherit span c="var(--text-2)">
        {definida ? texts.definida : texts.padrao}
      </Text>
    ),
  },
];

/** The settings of the installation, read only. Of a secret it only shows that it is set. */
export function SettingsPage(): React.JSX.Element {
  return (
    <ListScreen
      title={texts.titulo}
      heading={texts.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={useQuery(settingsQuery)}
      explain={explainFailure}
      timeZone={useTimeZone()}
      chips={<p className="t-rotulo">{texts.comoMudar}</p>}
      columns={COLUMNS}
      keyOf={({ nome }) => nome}
      minWidth={760}
      rowHeight={56}
      empty={null}
    />
  );
}

function Value({ setting: { valor, definida, secreta } }: { setting: Setting }): React.JSX.Element {
  if (secreta && definida) {
    return (
      <Group component="span" display="inline-flex" gap={6} c="var(--text-2)">
        <IconLock size={14} stroke={1.8} aria-hidden="true" />
        {texts.secreta}
      </Group>
    );
  }
  if (valor === null || valor === "") return <span className="t-rotulo">{texts.vazio}</span>;
  return (
    <span className={`mono ${classes.clip}`} title={valor}>
      {valor}
    </span>
  );
}
