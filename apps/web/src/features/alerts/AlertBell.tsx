import { ActionIcon, Badge, Box, Divider, Flex, Group, Popover, Stack, Text } from "@mantine/core";
import {
  IconBell,
  IconBellCheck,
  IconCertificate,
  IconEqualNot,
  IconFolderDown,
  IconGauge,
  IconListCheck,
  IconMailX,
  type TablerIcon,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { alertTexts as texts } from "../../texts/app/alerts.ts";
import type { Tone } from "../../ui/documento/documento-status.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import type { AlertSubject, UserAlert } from "./build-alerts.ts";
import { useReadIds, useUserAlerts } from "./use-user-alerts.ts";

const SUBJECT_ICONS: Record<AlertSubject, TablerIcon> = {
  divergencia: IconEqualNot,
  caixa: IconMailX,
  certificado: IconCertificate,
  arquivo: IconFolderDown,
  lote: IconListCheck,
  plano: IconGauge,
};

const ICON_COLORS: Record<Tone, string> = {
  aviso: "var(--warn-icon)",
  ruim: "var(--bad-text)",
  ok: "var(--ok-icon)",
  neutro: "var(--text-2)",
};

/** Bell button with the number of unread alerts, and their panel. */
export function AlertBell({ phone = false }: { phone?: boolean }): React.JSX.Element {
  const [opened, setOpened] = useState(false);
  const alerts = useUserAlerts();
  const { hasRead, read } = useReadIds();
  const unread = alerts.filter(({ id }) => !hasRead(id));
  const label = unread.length === 0 ? texts.nenhumNaoLido : texts.naoLidos(unread.length);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      classNames={{ dropdown: "menu" }}
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <ActionIcon
          size={phone ? 44 : 32}
          aria-label={label}
          data-dica={opened ? undefined : label}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={phone ? 20 : 18} stroke={1.6} aria-hidden="true" />
          {unread.length > 0 && (
            <Badge
              variant="light"
              color="warn"
              className="num"
              pos="absolute"
              top={phone ? 5 : 1}
              right={phone ? 4 : 0}
              h={16}
              miw={16}
              lh="14px"
              aria-hidden="true"
            >
              {unread.length}
            </Badge>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.titulo} p={0} maw="calc(100vw - 16px)">
        <Group justify="space-between" gap={12} mih={47} px={16}>
          <h2 className="t-secao">{texts.titulo}</h2>
          {unread.length > 0 && (
            <button type="button" className="link" onClick={() => read(unread)}>
              {texts.marcarTodos}
            </button>
          )}
        </Group>
        <Divider />
        {alerts.length === 0 && <NoAlerts />}
        {alerts.length > 0 && (
          <ul className="menu-list" aria-label={texts.titulo}>
            {alerts.map((alert) => (
              <AlertItem
                key={alert.id}
                alert={alert}
                isRead={hasRead(alert.id)}
                onOpen={() => {
                  read([alert]);
                  setOpened(false);
                }}
              />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function NoAlerts(): React.JSX.Element {
  return (
    <Group align="flex-start" gap={12} wrap="nowrap" px={16} py={24} c="var(--text-2)">
      <IconBellCheck size={24} stroke={1.5} aria-hidden="true" style={{ flex: "none" }} />
      <div>
        <Text component="b" inherit fw={600} c="var(--text)">
          {texts.vazio}
        </Text>
        <p>{texts.vazioTexto}</p>
      </div>
    </Group>
  );
}

/** An alert, linked to the page where the user can act. */
function AlertItem(props: { alert: UserAlert; isRead: boolean; onOpen: () => void }): React.JSX.Element {
  const { alert, isRead, onOpen } = props;
  const timeZone = useTimeZone();
  const now = useNow();
  const Icon = SUBJECT_ICONS[alert.assunto];
  return (
    <li>
      <Flex
        component={Link}
        to={alert.to}
        align="flex-start"
        gap={12}
        px={16}
        py={12}
        c="var(--text-2)"
        className="menu-item"
        onClick={onOpen}
      >
        <Box component="span" flex="none" h={20} c={ICON_COLORS[alert.tom]}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </Box>
        <Stack component="span" gap={2} flex={1} miw={0} className="wrap-anywhere">
          <Text component="b" inherit fw={isRead ? 450 : 550} c="var(--text)">
            {alert.titulo}
          </Text>
          <span>{alert.texto}</span>
          <span className="t-rotulo">
            {alert.quando ? formatNearInstant(alert.quando, now, timeZone) : texts.semData}
          </span>
        </Stack>
        {!isRead && (
          <Box component="span" flex="none" w={8} h={8} mt={6} bdrs={4} bg="var(--accent-fill)">
            <span className="vh">, {texts.naoLido}</span>
          </Box>
        )}
      </Flex>
    </li>
  );
}
