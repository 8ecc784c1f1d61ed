import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { useState } from "react";
import { Outlet, ScrollRestoration, useNavigate } from "react-router-dom";
import { geral } from "../../textos/geral.ts";
import { useAtalhos } from "../../ui/atalhos.ts";
import { Dica } from "../../ui/Dica.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import { AtalhosDialogo } from "./AtalhosDialogo.tsx";
import { focusBusca, Header } from "./Header.tsx";
import classes from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";

/** The frame of every signed-in page. */
export function Shell(): React.JSX.Element {
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
    "g r": () => void navigate("/dfe_recebidos"),
    "g e": () => void navigate("/dfe_emitidos"),
    "g m": () => void navigate("/emails"),
  });

  return (
    <ModalsProvider>
      <a className={classes.pular} href="#conteudo">
        {geral.irParaConteudo}
      </a>
      <div className={classes.casa}>
        {phone ? (
          <Drawer
            opened={menu}
            onClose={closeMenu}
            size={280}
            withCloseButton={false}
            padding={0}
            title={geral.menuPrincipal}
            classNames={{ header: "vh", body: classes.gaveta, content: classes.gavetaFundo }}
          >
            <Sidebar onNavigate={closeMenu} onAtalhos={openAtalhos} conta />
          </Drawer>
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
      <AtalhosDialogo opened={atalhos} onClose={closeAtalhos} />
      <Notifications position="bottom-right" containerWidth={360} limit={3} zIndex={500} />
      <Dica />
      {phone && <ScrollRestoration />}
    </ModalsProvider>
  );
}
