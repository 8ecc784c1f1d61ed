import { Flex } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router-dom";
import { queryClient } from "../../rpc/call/query-client.ts";
import { useLiveChanges } from "../../rpc/session/live-changes.ts";
import { onSessionEnd } from "../../rpc/session/session.ts";
import { general } from "../../texts/app/general.ts";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { LeaveGuard } from "../../ui/overlay/LeaveGuard.tsx";
import { useShortcuts } from "../../ui/overlay/shortcuts.ts";
import { Tooltip } from "../../ui/overlay/Tooltip.tsx";
import { ConnectionBar } from "./ConnectionBar.tsx";
import { ContinueSession } from "./ContinueSession.tsx";
import { FollowedLotes } from "./FollowedLotes.tsx";
import { Header } from "./Header.tsx";
import { MENU_ENTRIES } from "./menu-entries.ts";
import { OfflineNavigation } from "./OfflineNavigation.tsx";
import { ReauthenticateDialog } from "./ReauthenticateDialog.tsx";
import { RequestedFilesWatch } from "./RequestedFilesWatch.tsx";
import { SearchWindow } from "./SearchWindow.tsx";
import classes from "./Shell.module.css";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TourHost } from "./TourHost.tsx";
import { useSearch } from "./use-search.ts";

/** Full-window pages, without header and sidebar. */
const FULL_WINDOW_PATHS = ["/primeiros_passos"];

/** The signed-in application; the query cache is cleared with the session. */
export function Shell(): React.JSX.Element {
  useEffect(() => onSessionEnd(() => queryClient.clear()), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

/** The frame of every signed-in page. */
function Frame(): React.JSX.Element {
  const phone = useIsPhone();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const fullWindow = FULL_WINDOW_PATHS.includes(pathname);
  const [menu, { open: openMenu, close: closeMenu }] = useDisclosure(false);
  const search = useSearch();
  useLiveChanges();
  const [shortcutsOpened, { open: openShortcuts, close: closeShortcuts }] = useDisclosure(false);
  const goToKeys = MENU_ENTRIES.map(
    ({ shortcutKey: key, to }) => [`g ${key.toLowerCase()}`, () => void navigate(to)] as const,
  );
  useShortcuts({ "/": search.open, "?": openShortcuts, ...Object.fromEntries(goToKeys) });

  return (
    <>
      <a className={classes.skip} href="#conteudo">
        {general.irParaConteudo}
      </a>
      <div className={classes.frame}>
        {!fullWindow && (
          <Sidebar
            pathname={pathname}
            drawer={phone ? { opened: menu, onClose: closeMenu, onShortcuts: openShortcuts } : undefined}
          />
        )}
        <Flex direction="column" flex={1} miw={0} mih={phone ? "100dvh" : undefined}>
          <ConnectionBar />
          <OfflineNavigation />
          <ContinueSession />
          {!fullWindow && (
            <Header phone={phone} search={search} onMenu={openMenu} onShortcuts={openShortcuts} />
          )}
          <main id="conteudo" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
        </Flex>
      </div>
      <ShortcutsDialog opened={shortcutsOpened} onClose={closeShortcuts} />
      <Notifications
        position="bottom-right"
        containerWidth={360}
        className={classes.toasts}
        limit={3}
        zIndex={500}
      />
      <RequestedFilesWatch />
      <FollowedLotes />
      <ReauthenticateDialog />
      {search.requested && <SearchWindow search={search} onShortcuts={openShortcuts} />}
      <LeaveGuard />
      <TourHost />
      <Tooltip />
      {phone && <ScrollRestoration />}
    </>
  );
}

export { Shell as Component };
