-- What the owner of a session is shown: an id that grants nothing, and the browser that used it last.
alter table sessions add column id uuid not null default gen_random_uuid();
create unique index sessions_id on sessions (id);
-- Such as 'Chrome on Windows'; null until the session is renewed for the first time after this migration.
alter table sessions add column browser text;
-- A session ends some time after it began, however often it is used.
create index sessions_created_at on sessions (created_at);

-- The agent that sent the first scan with a secret; no other agent may use it. Null before the first scan.
alter table agent_secrets add column agent_id text;
-- Never bound to an agent.
alter table agent_secrets add column for_several_agents boolean not null default false;

update agent_secrets
   set agent_id = case when used.agents = 1 then used.agent_id end,
       for_several_agents = used.agents > 1
  from (select secret_id, count(distinct agent_id) as agents, min(agent_id) as agent_id
          from agent_discovery_sessions where secret_id is not null group by secret_id) used
 where used.secret_id = agent_secrets.id;
