import { useDisclosure } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router-dom";
import { queryClient } from "../../rpc/client.ts";
import { onSessionEnd } from "../../rpc/session.ts";
import { geral } from "../../textos/geral.ts";
import { useAtalhos } from "../../ui/atalhos.ts";
import { Dica } from "../../ui/Dica.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import { useBusca } from "./busca.ts";
import { ENTRADAS, isOperatorPage } from "./entradas.ts";
import { Header } from "./Header.tsx";
import classes from "./Shell.module.css";
import { Rail, Sidebar } from "./Sidebar.tsx";

// Overlays load after the page: the first paint does not wait for them.
const Janelas = lazy(async () => ({ default: (await import("./Janelas.tsx")).Janelas }));
const Gaveta = lazy(async () => ({ default: (await import("./Gaveta.tsx")).Gaveta }));
const OperatorSidebar = lazy(async () => ({
  default: (await import("./OperatorSidebar.tsx")).OperatorSidebar,
}));
const BuscaJanela = lazy(async () => ({ default: (await import("./BuscaJanela.tsx")).BuscaJanela }));

/** Full-window pages, without header and sidebar. */
const INTEIRAS = ["/primeiros_passos"];

/** The signed-in application; the query cache is cleared with the session. */
export function Shell(): React.JSX.Element {
  useEffect(() => onSessionEnd(() => queryClient.clear()), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Casa />
    </QueryClientProvider>
  );
}

/** The frame of every signed-in page. */
function Casa(): React.JSX.Element {
  const phone = useIsPhone();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const inteira = INTEIRAS.includes(pathname);
  const operator = isOperatorPage(pathname);
  const [menu, { open: openMenu, close: closeMenu }] = useDisclosure(false);
  const busca = useBusca();
  const [atalhos, { open: openAtalhos, close: closeAtalhos }] = useDisclosure(false);
  const irPara = ENTRADAS.map(
    ({ tecla, to }) => [`g ${tecla.toLowerCase()}`, () => void navigate(to)] as const,
  );
  useAtalhos({ "/": busca.open, "?": openAtalhos, ...Object.fromEntries(irPara) });

  return (
    <>
      <a className={classes.pular} href="#conteudo">
        {geral.irParaConteudo}
      </a>
      <div className={classes.casa}>
        {!inteira && !phone && !operator && <Sidebar />}
        {!phone && operator && (
          <Suspense fallback={<Rail entradas={[]} inicio="/operacao" />}>
            <OperatorSidebar />
          </Suspense>
        )}
        {!inteira && phone && (
          <Suspense>
            <Gaveta opened={menu} onClose={closeMenu} onAtalhos={openAtalhos} operator={operator} />
          </Suspense>
        )}
        <div className={classes.lado}>
          {!inteira && <Header phone={phone} busca={busca} onMenu={openMenu} onAtalhos={openAtalhos} />}
          <main id="conteudo" className={classes.conteudo} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <Suspense>
        <Janelas atalhos={atalhos} onAtalhosClose={closeAtalhos} />
      </Suspense>
      <Suspense>{busca.pedida && <BuscaJanela busca={busca} onAtalhos={openAtalhos} />}</Suspense>
      <LeaveGuard />
      <Dica />
      {phone && <ScrollRestoration />}
    </>
  );
}
