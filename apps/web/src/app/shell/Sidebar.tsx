import { PLAN_WARNINGS } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { Badge, Box, Drawer, Flex, Group, Progress, Stack, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { memo } from "react";
import { Link } from "react-router-dom";
import { CaixasHealth, CaixasMark } from "../../features/caixa/health/CaixasHealth.tsx";
import { InstallationStatus } from "../../features/operation/InstallationStatus.tsx";
import { useQuery } from "../../rpc/call/use-query.ts";
import { contaSlowQuery } from "../../rpc/documents/alert-queries.ts";
import { openNotasCountQuery } from "../../rpc/documents/queries.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { operationTexts } from "../../texts/operator/operation.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import { useIsNarrow } from "../../ui/layout/page-hooks.ts";
import { isOperatorPage, MENU_ENTRIES, type MenuEntry, OPERATOR_ENTRIES } from "./menu-entries.ts";
import classes from "./Shell.module.css";
import { UserMenu } from "./UserMenu.tsx";

const [WARNING_PERCENT] = PLAN_WARNINGS;
const TAG = { display: "block", fw: 400, c: "var(--text-3)", mb: 12 };

type SidebarProps = {
  /** Path of the current page: the operator's pages have their own entries. */
  pathname: string;
  /** On a phone: the drawer, which also holds the user menu. */
  drawer?: { opened: boolean; onClose: () => void; onShortcuts: () => void } | undefined;
};

/** The sidebar: navigation, and the state of the conta or of the installation; on a phone a drawer. */
export const Sidebar = memo(DrawnSidebar);

function DrawnSidebar({ pathname, drawer }: SidebarProps): React.JSX.Element {
  if (!drawer) return <Rail pathname={pathname} />;
  return (
    <Drawer
      opened={drawer.opened}
      onClose={drawer.onClose}
      size={280}
      withCloseButton={false}
      title={general.menuPrincipal}
      classNames={{ header: "vh" }}
      styles={{ body: { height: "100%" }, content: { background: "var(--rail)" } }}
    >
      <Rail pathname={pathname} drawer={drawer} />
    </Drawer>
  );
}

function Rail({ pathname, drawer }: SidebarProps): React.JSX.Element {
  const operator = isOperatorPage(pathname);
  const current = useCurrentUser();
  const close = drawer?.onClose;
  const narrow = useIsNarrow() && !drawer;
  const entries = operator ? (current?.produto ? OPERATOR_ENTRIES : []) : MENU_ENTRIES;
  return (
    <Flex
      component="aside"
      direction="column"
      flex="none"
      w={drawer ? "100%" : narrow ? "var(--h-rail)" : "var(--h-sidebar)"}
      h="100%"
      data-estreito={narrow || undefined}
      className={`${classes.sidebar} sem-impressao`}
      aria-label={general.lateral}
    >
      <Group h="var(--h-header)" px={20}>
        <Link
          to={operator && current?.produto ? "/operacao" : "/painel"}
          aria-label={general.nome}
          onClick={close}
        >
          <Logo name={!narrow} />
        </Link>
      </Group>
      <Stack component="nav" aria-label={general.menuPrincipal} gap={2} px={11} py={8}>
        {entries.map((entry) => (
          <SidebarEntry key={entry.to} {...entry} pathname={pathname} narrow={narrow} onNavigate={close} />
        ))}
      </Stack>
      <Box mt="auto" px={20} py={16}>
        {drawer && (
          <Stack mx={-8} mb={12}>
            <UserMenu onShortcuts={drawer.onShortcuts} />
          </Stack>
        )}
        {!narrow && (operator ? <OperatorFooter onNavigate={close} /> : <ContaFooter onNavigate={close} />)}
        {narrow && !operator && <CaixasMark />}
      </Box>
    </Flex>
  );
}

type OnNavigate = { onNavigate: (() => void) | undefined };

function SidebarEntry(
  props: MenuEntry & OnNavigate & { pathname: string; narrow: boolean },
): React.JSX.Element {
  const { to, name, icon: Icon, badge, activePrefixes = [], pathname, narrow, onNavigate } = props;
  const here = pathname === to || activePrefixes.some((prefix) => pathname.startsWith(prefix));
  return (
    <Flex
      component={Link}
      to={to}
      align="center"
      gap={10}
      h="var(--h-botao)"
      px={8}
      className={classes.entry}
      aria-current={here ? "page" : undefined}
      data-dica={narrow ? name : undefined}
      data-dica-lado={narrow ? "" : undefined}
      onClick={onNavigate}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={narrow ? "vh" : undefined}>{name}</span>
      {badge === "abertas" && <OpenNotasBadge narrow={narrow} />}
    </Flex>
  );
}

/** In the rail a long number would cover the icon: its tooltip says it whole. */
const NARROW_MAX = 999;

function OpenNotasBadge({ narrow }: { narrow: boolean }): React.JSX.Element | null {
  const { data = 0 } = useQuery(openNotasCountQuery);
  if (data === 0) return null;
  const total = formatInteger(data);
  return (
    <Badge
      variant="filled"
      miw={20}
      ml="auto"
      className="num"
      data-testid="abertas"
      data-dica={general.emAberto(total)}
      data-dica-lado={narrow ? "" : undefined}
    >
      <span aria-hidden="true">{narrow && data > NARROW_MAX ? general.muitas : total}</span>
      <span className="vh">{general.emAberto(total)}</span>
    </Badge>
  );
}

/** State of the mailboxes, and usage of the month's plan. */
function ContaFooter({ onNavigate }: OnNavigate): React.JSX.Element {
  const current = useCurrentUser();
  const { data } = useQuery(contaSlowQuery);
  return (
    <>
      {current?.conta.sandbox && (
        <Badge {...TAG} data-dica={general.demonstracaoDica}>
          {general.demonstracao}
        </Badge>
      )}
      <Stack gap={20}>
        <CaixasHealth onNavigate={onNavigate} />
        {data && <PlanUsage {...data.uso} onNavigate={onNavigate} />}
      </Stack>
    </>
  );
}

function PlanUsage(
  props: OnNavigate & { documentos: number; limite: number; percentual: number },
): React.JSX.Element {
  const { documentos, limite, percentual, onNavigate } = props;
  return (
    <Flex
      component={Link}
      to="/minha_conta"
      direction="column"
      gap={6}
      fz="xs"
      lh="18px"
      c="dimmed"
      className={classes.footerLink}
      onClick={onNavigate}
    >
      <Progress
        value={Math.min(100, percentual)}
        size={3}
        color={percentual >= WARNING_PERCENT ? "var(--warn-icon)" : "var(--done)"}
        bg="var(--line)"
        aria-hidden="true"
      />
      <span className="num">{general.plano(formatInteger(documentos), formatInteger(limite))}</span>
    </Flex>
  );
}

/** A link back to the conta, and the status of the installation. */
function OperatorFooter({ onNavigate }: OnNavigate): React.JSX.Element | null {
  const current = useCurrentUser();
  if (!current) return null;
  return (
    <>
      <Flex
        component={Link}
        to="/painel"
        align="center"
        gap={6}
        mih="var(--h-botao)"
        mb={10}
        fz="xs"
        c="var(--text-2)"
        className={classes.footerLink}
        onClick={onNavigate}
      >
        <IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" />
        <Text span inherit truncate>
          {operationTexts.voltar(current.conta.identificador)}
        </Text>
      </Flex>
      {current.produto && (
        <>
          <Badge {...TAG}>{operationTexts.operador}</Badge>
          <InstallationStatus onNavigate={onNavigate} />
        </>
      )}
    </>
  );
}
