module it-warranty-lookup/agent

go 1.26
