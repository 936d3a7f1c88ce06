import type { Dialect } from '@countersign/contracts';

/**
 * What the engines keep under names that need no schema. They are for queries without a scope only, where nothing else says
 * what a name is: there a table of the customer with such a name is refused too, and has to be written with its schema.
 */
interface SystemNames {
  /** Views and synonyms that everyone sees. */
  tables: RegExp;
  /** Names with their schema, where that is the engine's. */
  schemas?: RegExp;
  /** What looks like a column and is a function. */
  columns: RegExp;
  /** What stands before a point and is a package. */
  packages?: RegExp;
}

const words = (list: string): string => list.trim().split(/\s+/).join('|');

const ORACLE: SystemNames = {
  tables: new RegExp(`^(?:(?:all|dba|user|cdb|nls|dbms|utl|logstdby|flashback|datapump|audit_unified|unified_audit)_\\w+|\\w*\\$\\w*|${words(`
    tab tabs cols col obj syn seq ind clu cat catalog dict dictionary dict_columns recyclebin publicsyn syscatalog sysfiles syssegobj system_privilege_map table_privilege_map
    table_privileges column_privileges user_privilege_map public_dependency resource_cost resource_map resource_view path_view database_properties database_compatible_level global_name
    audit_actions stmt_audit_option_map product_component_version plan_table index_stats index_histogram database_export_objects schema_export_objects table_export_objects
    role_role_privs role_sys_privs role_tab_privs session_context session_privs session_roles product_profile product_user_profile sqlplus_product_profile proxy_users map_object`)})$`, 'i'),
  columns: /^(?:user|uid|sys_guid|sys_context|userenv|ora_invoking_user\w*|ora_database_name|ora_login_user|sqlcode|sqlerrm|current_user|session_user|current_schema|dbtimezone|sessiontimezone)$/i,
  packages: /^(?:(?:dbms|utl|owa|ctx|sdo|apex|wwv|htp|htf|wpg|ord|xdb|lt|lbac|sa|hs|aq|java|wpiutl|httpuri|sys)_\w+|htp|htf|owa|standard|sys|system|outln|dbsnmp|xdb|mdsys|ctxsys)$/i,
};

const HANA: SystemNames = {
  // Views of the customer's packages are in _SYS_BIC, as `package/view`.
  schemas: /^_sys_(?!bic\.[^/]+\/)/i,
  tables: new RegExp(`^(?:(?:m|_sys|effective|granted|accessible|ldap|saml|jwt|x509|audit|workload|encryption|statistics)_\\w+|${words(`
    users usergroups user_parameters tables objects ownership schemas views synonyms sequences procedures functions libraries triggers indexes constraints privileges roles object_dependencies object_privileges
    structured_privileges partitions partitioned_tables statistics data_statistics data_types sql_functions collations reserved_keywords queries tasks task_\\w+ time_constants timezones fulltext_indexes geocode_indexes
    graph_workspaces annotations associations cds_\\w+ elements invalid_connect_attempts last_used_passwords session_context explain_plan_table explain_call_plans client_side_encryption_\\w+ column_encryption_\\w+
    password_blacklist pinned_sql_plans scheduler_jobs stored_plans trexviaodbc\\w* series_tables series_key_columns spatial_reference_systems spatial_units_of_measure st_geometry_columns st_spatial_reference_systems
    st_units_of_measure caches cache_columns flexible_tables logical_tables abstract_sql_plans table_columns table_columns_odbc table_groups table_partitions table_placement table_placement_locations view_columns
    view_expression_macros view_parameters index_columns function_parameters function_parameter_columns procedure_parameters procedure_parameter_columns procedure_mappings library_members role_\\w*attributes
    referential_constraints remote_sources remote_source_objects remote_subscriptions remote_subscription_\\w+ remote_users virtual_tables virtual_columns virtual_procedures virtual_functions virtual_function_packages agents agent_groups
    agent_configuration adapters adapter_\\w+ pses pse_\\w+ certificates credentials credential_\\w+ rs_\\w+statistics hints statement_hints backup_\\w*catalog\\w* licenses`)})$`, 'i'),
  columns: /^(?:sysuuid|user|uid|current_\w+|session_(?:user|context)\w*|system_user|application_user|client_\w+)$/i,
};

const TSQL: SystemNames = {
  tables: /^(?:sys\w*|spt_\w+|ms(?:replication|pub|sub|distribution|snapshot|log|merge|peer|qreader|tracer|dbms|cached|agent)\w*|dm_\w+|fn_\w+|backup(?:set|file|mediafamily|mediaset|filegroup)|restore(?:history|file|filegroup)|log_shipping_\w+|queue_messages_\w+|trace_xe_\w+|dtproperties|conflict_\w+|\$\w+)$/i,
  columns: /^(?:user|current_user|session_user|system_user|\$\w+)$/i,
};

/** MariaDB manual, "SEQUENCE Storage Engine": such a table exists in every database, and has as many rows as its name says. */
const MARIADB: SystemNames = { tables: /^seq_\d+_to_\d+(?:_step_\d+)?$/i, schemas: /\.seq_\d+_to_\d+(?:_step_\d+)?$/i, columns: /(?!)/ };

export const SYSTEM_NAMES: Partial<Record<Dialect, SystemNames>> = { mariadb: MARIADB, oracle: ORACLE, oracle11: ORACLE, hana: HANA, tsql: TSQL };
