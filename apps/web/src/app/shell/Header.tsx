import { ActionIcon, Box, Flex, Group, Kbd, TextInput } from "@mantine/core";
import { IconKeyboard, IconMenu2, IconSearch } from "@tabler/icons-react";
import { memo, useEffectEvent, useLayoutEffect } from "react";
import { Link } from "react-router-dom";
import { AlertBell } from "../../features/alerts/AlertBell.tsx";
import { general } from "../../texts/app/general.ts";
import { GuardedForm, NO_DRAFT } from "../../ui/form/GuardedForm.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import classes from "./Shell.module.css";
import { UserMenu } from "./UserMenu.tsx";
import { SEARCH_FIELD_ID, type SearchState } from "./use-search.ts";

const PHONE_ICON = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

type HeaderProps = {
  phone: boolean;
  search: SearchState;
  onMenu: () => void;
  onShortcuts: () => void;
};

/** The header: search on the left, the user's tools on the right; on a phone the menu and the bare tools. */
export const Header = memo(DrawnHeader);

function DrawnHeader({ phone, search, onMenu, onShortcuts }: HeaderProps): React.JSX.Element {
  useSearchShortcut(search.open);
  return (
    <Group
      component="header"
      className={`${classes.header} sem-impressao`}
      wrap="nowrap"
      justify="space-between"
      gap={phone ? 4 : 16}
      h={`var(--h-header${phone ? "-phone" : ""})`}
      px={phone ? 4 : "var(--h-gutter)"}
    >
      {phone ? (
        <>
          <ActionIcon size={44} aria-label={general.abrirMenu} data-tour="menu" onClick={onMenu}>
            <IconMenu2 {...PHONE_ICON} />
          </ActionIcon>
          <Flex component={Link} to="/painel" aria-label={general.nome} align="center" flex={1} h="100%">
            <Logo size={20} />
          </Flex>
          <AlertBell phone />
          <ActionIcon size={44} aria-label={general.buscaRotulo} data-tour="busca" onClick={search.open}>
            <IconSearch {...PHONE_ICON} />
          </ActionIcon>
        </>
      ) : (
        <>
          <SearchField search={search} />
          <Group wrap="nowrap" mr={-8}>
            <ActionIcon
              aria-label={general.atalhos}
              data-dica={general.atalhos}
              data-tour="ajuda"
              onClick={onShortcuts}
            >
              <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            <AlertBell />
            <UserMenu onShortcuts={onShortcuts} />
          </Group>
        </>
      )}
    </Group>
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
    <Box component="search" flex="0 1 420px" className={classes.search}>
      <GuardedForm
        changed={NO_DRAFT}
        onSubmit={(event) => {
          event.preventDefault();
          searchBox.submit();
        }}
      >
        <TextInput
          id={SEARCH_FIELD_ID}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
          leftSectionWidth={34}
          rightSection={<Kbd>Ctrl K</Kbd>}
          rightSectionWidth={56}
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
      </GuardedForm>
    </Box>
  );
}
