/** What the program knows about a table: whose rows it holds, what bounds them, and when they are deleted. */
export interface StoredTable {
  name: string;
  /** About its content, for the list in docs/security.md. */
  about?: string;
  /** Whose rows they are, for that list. */
  owner: string;
  /** Missing if no row has an owner, or if the rows hang on those of another table. */
  ownerColumn?: 'owner' | 'user_id' | 'id';
  /** The person whom a row is about. It goes with that person, and what the person asks for may read and change it. */
  personColumn?: 'id' | 'person_id';
  /** The row of an organization is for its members to read, and that of a person for the organizations of that person. */
  readByMembers?: true;
  /** The row that a row belongs to, unless a foreign key says so. */
  parent?: { table: string; column: string; key: string };
  /** Rows of the installation are for everyone: requests of every owner read and write them. */
  sharesInstallation?: true;
  bound: string;
  /** What deletes rows other than retention and the end of their owner. */
  deleted: string;
  retention?: Retention;
  /** How many a browser may have, for the Usage section. */
  quota?: Quota;
  /** So many rows that the owner's are deleted in batches before the owner is. */
  isLarge?: true;
}

export interface Quota {
  /** Never changes, such as `access-tokens`. */
  id: string;
  label: string;
  max: QuotaSetting | number;
  /** When a row no longer counts, as a sentence. */
  note: string;
}

export type QuotaSetting = 'ACCESS_TOKENS_PER_USER' | 'AGENT_SECRETS_PER_USER';

export interface Retention {
  /** Rows go this many days after the time in the column. */
  setting: RetentionSetting;
  column: string;
  /** In the list: "the last check". */
  since: string;
  /** The scheduled job that deletes them, if that takes more than deleting rows. */
  job?: string;
}

export type RetentionSetting =
  | 'BULK_RUN_DAYS'
  | 'CACHE_RETENTION_DAYS'
  | 'DISCOVERY_DAYS'
  | 'SESSION_IDLE_DAYS'
  | 'USER_IDLE_DAYS';

/** The values of the settings that tables name. */
export type TableSettings = Readonly<Record<RetentionSetting | QuotaSetting, number>>;

type Described = Pick<StoredTable, 'name' | 'bound'> & Partial<Omit<StoredTable, 'name' | 'bound'>>;

/** A table whose rows have an owner, and go with it. */
export const ownedTable = ({ owner = 'owner', ownerColumn = 'owner', deleted = '', ...table }: Described) =>
  ({ ...table, owner, ownerColumn, deleted }) satisfies StoredTable;

/** A table about people, who own nothing. Its rows go with the person. */
export const tableOfPeople = ({
  owner = 'person',
  personColumn = 'person_id',
  deleted = '',
  ...table
}: Described) => ({ ...table, owner, personColumn, deleted }) satisfies StoredTable;

/** A table whose rows belong to rows of another one, and go with them. */
export const partOf = (of: string, { deleted = `with the ${of}`, ...table }: Omit<Described, 'owner'>) =>
  ({ ...table, owner: `owner, through the ${of}`, deleted }) satisfies StoredTable;

/** A table that holds nothing of an owner. */
export const sharedTable = ({ owner = 'none', deleted = 'never', ...table }: Described) =>
  ({ ...table, owner, deleted }) satisfies StoredTable;
