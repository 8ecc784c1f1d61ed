import { useDisclosure } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Outlet, ScrollRestoration, useNavigate } from "react-router-dom";
import { queryClient } from "../../rpc/client.ts";
import { onSessionEnd } from "../../rpc/session.ts";
import { geral } from "../../textos/geral.ts";
import { useAtalhos } from "../../ui/atalhos.ts";
import { Dica } from "../../ui/Dica.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import { focusBusca, Header } from "./Header.tsx";
import classes from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";

// What floats comes after the page: no first paint waits for it.
const Janelas = lazy(async () => ({ default: (await import("./Janelas.tsx")).Janelas }));
const Gaveta = lazy(async () => ({ default: (await import("./Gaveta.tsx")).Gaveta }));

/** Everything that only who is signed in sees; what was fetched for them goes with their session. */
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
  const [menu, { open: openMenu, close: closeMenu }] = useDisclosure(false);
  const [busca, setBusca] = useState(false);
  const [atalhos, { open: openAtalhos, close: closeAtalhos }] = useDisclosure(false);
  const onBusca = (): void => {
    setBusca(true);
    focusBusca();
  };
  useAtalhos({
    "/": onBusca,
    "?": openAtalhos,
    "g d": () => void navigate("/painel"),
    "g r": () => void navigate("/dfe_recebidos"),
    "g e": () => void navigate("/dfe_emitidos"),
    "g u": () => void navigate("/auditor"),
    "g m": () => void navigate("/emails"),
    "g i": () => void navigate("/importacao"),
    "g p": () => void navigate("/repositorio"),
    "g a": () => void navigate("/admin"),
  });

  return (
    <>
      <a className={classes.pular} href="#conteudo">
        {geral.irParaConteudo}
      </a>
      <div className={classes.casa}>
        {phone ? (
          <Suspense>
            <Gaveta opened={menu} onClose={closeMenu} onAtalhos={openAtalhos} />
          </Suspense>
        ) : (
          <Sidebar />
        )}
        <div className={classes.lado}>
          <Header
            phone={phone}
            buscaAberta={busca}
            onBuscaAberta={setBusca}
            onMenu={openMenu}
            onAtalhos={openAtalhos}
          />
          <main id="conteudo" className={classes.conteudo} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <Suspense>
        <Janelas atalhos={atalhos} onAtalhosClose={closeAtalhos} />
      </Suspense>
      <Dica />
      {phone && <ScrollRestoration />}
    </>
  );
}
