import { Button } from "@mantine/core";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useQuery } from "../../rpc/call/use-query.ts";
import { apiTokensQuery } from "../../rpc/conta/api-tokens.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { administrationTexts } from "../../texts/admin/administration.ts";
import { apiTexts as texts } from "../../texts/admin/api.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ListPage } from "../../ui/layout/ListPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { readSection, SECTIONS, type Section, sectionHref } from "./api-section.ts";
import classes from "./Examples.module.css";
import { Examples } from "./Examples.tsx";
import { type DrawerState, TokenDrawer } from "./TokenDrawer.tsx";
import { TokenList } from "./TokenList.tsx";
import { Usage } from "./Usage.tsx";

/**
 * How the ERP connects to the conta, as a tab of the administration.
 * @param webhooks the section of webhooks, which belongs to another feature; without it there is
 * no such tab
 */
export function ApiTab({
  tabs,
  webhooks,
}: {
  tabs: React.ReactNode;
  webhooks?: React.ReactNode;
}): React.JSX.Element {
  usePageTitle(texts.titulo);
  const isManager = useIsManager();
  const [params] = useSearchParams();
  const section = readSection(params);
  const [drawer, setDrawer] = useState<DrawerState | null>(null);
  const query = useQuery({ ...apiTokensQuery, enabled: isManager === true });
  const openNew = () => setDrawer({ mode: "editar", token: null });
  const sections = SECTIONS.filter((each) => each !== "webhooks" || webhooks !== undefined);
  return (
    <ListPage
      title={administrationTexts.titulo}
      summary={section === "tokens" && query.data ? texts.tokens.total(query.data.length) : undefined}
      actions={
        isManager === true &&
        section === "tokens" &&
        query.data &&
        query.data.length > 0 && (
          <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />} onClick={openNew}>
            {texts.tokens.novo}
          </Button>
        )
      }
      tabs={tabs}
      chips={isManager === true && <SectionLinks sections={sections} active={section} />}
      hints={null}
      footer={null}
    >
      {isManager === false && (
        <EmptyState icon={IconLock} title={peopleMessages.acessoRestrito} action={null}>
          {texts.restrito}
        </EmptyState>
      )}
      {isManager === true && section === "tokens" && (
        <TokenList query={query} onCreate={openNew} onOpen={setDrawer} />
      )}
      {isManager === true && section === "webhooks" && webhooks}
      {isManager === true && section === "exemplos" && <Examples base={window.location.origin} />}
      {isManager === true && section === "uso" && <Usage query={query} />}
      <TokenDrawer drawer={drawer} onClose={() => setDrawer(null)} />
    </ListPage>
  );
}

function SectionLinks({
  sections,
  active,
}: {
  sections: readonly Section[];
  active: Section;
}): React.JSX.Element {
  return (
    <nav className={classes.segments} aria-label={texts.secoes.rotulo}>
      {sections.map((section) => (
        <Link
          key={section}
          to={sectionHref(section)}
          className={classes.segment}
          aria-current={section === active ? "page" : undefined}
        >
          {texts.secoes[section]}
        </Link>
      ))}
    </nav>
  );
}
