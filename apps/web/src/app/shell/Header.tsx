import { IconKeyboard, IconMenu2, IconSearch } from "@tabler/icons-react";
import { useEffectEvent, useLayoutEffect } from "react";
import { Link } from "react-router-dom";
import { AlertBell } from "../../features/alerts/AlertBell.tsx";
import { general } from "../../texts/app/general.ts";
import { GuardedForm, NO_DRAFT } from "../../ui/form/GuardedForm.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { Kbd } from "../../ui/overlay/Kbd.tsx";
import classes from "./Header.module.css";
import { UserMenu } from "./UserMenu.tsx";
import { SEARCH_FIELD_ID, type SearchState } from "./use-search.ts";

type HeaderProps = {
  phone: boolean;
  search: SearchState;
  onMenu: () => void;
  onShortcuts: () => void;
};

/** The header: search on the left, the user's tools on the right. */
export function Header(props: HeaderProps): React.JSX.Element {
  const { phone, search: searchBox, onShortcuts } = props;
  useSearchShortcut(searchBox.open);
  if (phone) return <PhoneHeader {...props} />;
  return (
    <header className={`${classes.topo} sem-impressao`}>
      <SearchField search={searchBox} />
      <div className={classes.meus}>
        <button
          type="button"
          className="icone"
          aria-label={general.atalhos}
          data-dica={general.atalhos}
          onClick={onShortcuts}
        >
          <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
        </button>
        <AlertBell className="icone" size={18} />
        <UserMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

function PhoneHeader({ search: searchBox, onMenu }: HeaderProps): React.JSX.Element {
  return (
    <header className={`${classes.topo} ${classes.fone} sem-impressao`}>
      <button type="button" className={classes.toque} aria-label={general.abrirMenu} onClick={onMenu}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </button>
      <Link to="/painel" aria-label={general.nome} className={classes.marca}>
        <Logo size={20} />
      </Link>
      <AlertBell className={classes.toque ?? ""} size={20} />
      <button
        type="button"
        className={classes.toque}
        aria-label={general.buscaRotulo}
        onClick={searchBox.open}
      >
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </header>
  );
}

function useSearchShortcut(open: () => void): void {
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
function SearchField({ search: searchBox }: { search: SearchState }): React.JSX.Element {
  return (
    <search className={classes.busca}>
      <GuardedForm
        changed={NO_DRAFT}
        onSubmit={(event) => {
          event.preventDefault();
          searchBox.submit();
        }}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <input
          id={SEARCH_FIELD_ID}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={general.buscaRotulo}
          placeholder={general.busca}
          value={searchBox.text}
          onChange={(event) => searchBox.type(event.currentTarget.value)}
          onClick={searchBox.open}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              searchBox.close();
              event.currentTarget.blur();
            }
            if (event.key === "ArrowDown") searchBox.open();
          }}
        />
        <Kbd>Ctrl K</Kbd>
      </GuardedForm>
    </search>
  );
}
