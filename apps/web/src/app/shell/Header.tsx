import { IconBell, IconKeyboard, IconMenu2, IconSearch } from "@tabler/icons-react";
import { lazy, useEffectEvent, useLayoutEffect } from "react";
import { Link } from "react-router-dom";
import { geral } from "../../textos/geral.ts";
import { Depois } from "../../ui/Depois.tsx";
import { Formulario, SEM_RASCUNHO } from "../../ui/Formulario.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { type Busca, CAMPO_BUSCA } from "./busca.ts";
import { ContaMenu } from "./ContaMenu.tsx";
import classes from "./Header.module.css";

const Avisos = lazy(async () => ({ default: (await import("../../features/avisos/Avisos.tsx")).Avisos }));

type HeaderProps = {
  phone: boolean;
  busca: Busca;
  onMenu: () => void;
  onAtalhos: () => void;
};

/** The header: search on the left, the user's tools on the right. */
export function Header(props: HeaderProps): React.JSX.Element {
  const { phone, busca, onAtalhos } = props;
  useCtrlK(busca.open);
  if (phone) return <HeaderFone {...props} />;
  return (
    <header className={`${classes.topo} sem-impressao`}>
      <BuscaCampo busca={busca} />
      <div className={classes.meus}>
        <button
          type="button"
          className="icone"
          aria-label={geral.atalhos}
          data-dica={geral.atalhos}
          onClick={onAtalhos}
        >
          <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
        </button>
        <Sino className="icone" tamanho={18} />
        <ContaMenu onAtalhos={onAtalhos} />
      </div>
    </header>
  );
}

function HeaderFone({ busca, onMenu }: HeaderProps): React.JSX.Element {
  return (
    <header className={`${classes.topo} ${classes.fone} sem-impressao`}>
      <button type="button" className={classes.toque} aria-label={geral.abrirMenu} onClick={onMenu}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </button>
      <Link to="/painel" aria-label={geral.nome} className={classes.marca}>
        <Mark size={20} />
      </Link>
      <Sino className={classes.toque ?? ""} tamanho={20} />
      <button type="button" className={classes.toque} aria-label={geral.buscaRotulo} onClick={busca.open}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </header>
  );
}

/** The notification bell; its count and panel load after the page. */
function Sino({ className, tamanho }: { className: string; tamanho: number }): React.JSX.Element {
  const icone = <IconBell size={tamanho} stroke={1.6} aria-hidden="true" />;
  const botao = (
    <button type="button" className={className} aria-label={geral.avisos}>
      {icone}
    </button>
  );
  return (
    <Depois botao={botao}>
      {(_, aberto) => <Avisos className={className} icone={icone} aberto={aberto} />}
    </Depois>
  );
}

function useCtrlK(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  });
  // Registered before the first paint: a page that is visible already handles keys.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** The search field; its text continues in the palette, and stays here until the palette has loaded. */
function BuscaCampo({ busca }: { busca: Busca }): React.JSX.Element {
  return (
    <search className={classes.busca}>
      <Formulario
        alterado={SEM_RASCUNHO}
        onSubmit={(event) => {
          event.preventDefault();
          busca.submit();
        }}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <input
          id={CAMPO_BUSCA}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={geral.buscaRotulo}
          placeholder={geral.busca}
          value={busca.texto}
          onChange={(event) => busca.type(event.currentTarget.value)}
          onClick={busca.open}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              busca.close();
              event.currentTarget.blur();
            }
            if (event.key === "ArrowDown") busca.open();
          }}
        />
        <Kbd>Ctrl K</Kbd>
      </Formulario>
    </search>
  );
}
