import { BUSCA_MIN } from "@malote/contract";
import { IconKeyboard, IconMenu2, IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { buscaHref } from "../../features/nota/filtro.ts";
import { queryClient } from "../../rpc/client.ts";
import { geral } from "../../textos/geral.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { avisar } from "../../ui/toast.tsx";
import { ContaMenu } from "./ContaMenu.tsx";
import classes from "./Header.module.css";

const CAMPO = "busca-global";

/** Puts the cursor in the search field, once it is on screen. */
export function focusBusca(): void {
  requestAnimationFrame(() => {
    const input = document.getElementById(CAMPO);
    if (!(input instanceof HTMLInputElement)) return;
    input.focus();
    input.select();
  });
}

type HeaderProps = {
  phone: boolean;
  buscaAberta: boolean;
  onBuscaAberta: (aberta: boolean) => void;
  onMenu: () => void;
  onAtalhos: () => void;
};

/** The top of the frame: search on the left, one's own things on the right. */
export function Header(props: HeaderProps): React.JSX.Element {
  const { phone, onBuscaAberta, onAtalhos } = props;
  useCtrlK(onBuscaAberta);
  if (phone) return <HeaderFone {...props} />;
  return (
    <header className={`${classes.topo} sem-impressao`}>
      <Busca />
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
        <ContaMenu onAtalhos={onAtalhos} />
      </div>
    </header>
  );
}

function HeaderFone({ buscaAberta, onBuscaAberta, onMenu }: HeaderProps): React.JSX.Element {
  const Lupa = buscaAberta ? IconX : IconSearch;
  const toggle = (): void => {
    onBuscaAberta(!buscaAberta);
    if (!buscaAberta) focusBusca();
  };
  return (
    <header className={`${classes.topo} ${classes.fone} sem-impressao`}>
      <button type="button" className={classes.toque} aria-label={geral.abrirMenu} onClick={onMenu}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </button>
      {buscaAberta ? (
        <Busca onDone={() => onBuscaAberta(false)} />
      ) : (
        <Link to="/painel" aria-label={geral.nome} className={classes.marca}>
          <Mark size={20} />
        </Link>
      )}
      <button
        type="button"
        className={classes.toque}
        aria-label={buscaAberta ? geral.fechar : geral.buscaRotulo}
        onClick={toggle}
      >
        <Lupa size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </header>
  );
}

function useCtrlK(onBuscaAberta: (aberta: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      onBuscaAberta(true);
      focusBusca();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onBuscaAberta]);
}

function Busca({ onDone }: { onDone?: () => void }): React.JSX.Element {
  const navigate = useNavigate();
  const [texto, setTexto] = useState("");
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    if (texto.trim().length < BUSCA_MIN) {
      avisar(geral.buscaCurta);
      return;
    }
    void navigate(buscaHref(texto));
    // Asked again, it is looked up again: what was not there may have come.
    void queryClient.invalidateQueries({ queryKey: ["notas", "lista"] });
    onDone?.();
  };
  return (
    <search className={classes.busca}>
      <form onSubmit={submit}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <input
          id={CAMPO}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={geral.buscaRotulo}
          placeholder={geral.busca}
          value={texto}
          onChange={(event) => setTexto(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
        />
        <Kbd>Ctrl K</Kbd>
      </form>
    </search>
  );
}
